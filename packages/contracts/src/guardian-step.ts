import * as z from 'zod/mini'

/** What is missing until a guardian can sign for a minor. */
const steps = ['verify', 'wait', 'reach', 'ask', 'add'] as const

export const guardianStep = z.object({
  step: z.enum(steps),
  /** The guardianship to verify, or the contact to ask. Null: none, or hidden. */
  id: z.nullable(z.uuid()),
  /** Null: nobody, or hidden without permission for contacts. */
  name: z.nullable(z.string()),
  /** The caller asked this guardian, so a colleague verifies them. */
  byColleague: z.boolean(),
})
export type GuardianStep = z.infer<typeof guardianStep>

type AskedGuardian = {
  id: string
  contact: string | null
  name: string
  state: 'invited' | 'confirmed' | 'verified'
  reach: 'full' | 'limited'
  isMember: boolean
  verifying: 'open' | 'alone' | 'by-colleague'
}

/** The step that is nearest to done; null once a guardian can sign. Members cannot sign, whatever they confirmed. */
export function nextGuardianStep(
  guardians: readonly AskedGuardian[],
  /** Parents and guardians with an email address. */
  contacts: readonly { id: string; name: string }[],
): GuardianStep | null {
  const own = guardians.filter(({ isMember }) => !isMember)
  if (own.some(({ state, reach }) => state === 'verified' && reach === 'full')) return null
  const step = (step: GuardianStep['step'], one?: { id: string | null; name: string }, byColleague = false) => ({
    step,
    id: one?.id ?? null,
    name: one?.name ?? null,
    byColleague,
  })
  const confirmed = own.find(({ state, reach }) => state === 'confirmed' && reach === 'full')
  if (confirmed) return step('verify', confirmed, confirmed.verifying === 'by-colleague')
  const limited = own.find(({ state }) => state !== 'invited')
  if (limited) return step('reach', limited)
  const [invited] = own
  if (invited) return step('wait', { id: invited.contact, name: invited.name })
  const [contact] = contacts
  return contact ? step('ask', contact) : step('add')
}

/** What to do about it, and what the button says. */
export function guardianStepInWords({ step, name, byColleague }: GuardianStep): { sentence: string; button: string } {
  const who = name ?? 'A parent or guardian'
  switch (step) {
    case 'verify':
      return byColleague
        ? {
            sentence: `${who} confirmed they are the guardian. You asked them, so a colleague verifies them.`,
            button: 'Open record',
          }
        : {
            sentence: `${who} confirmed they are the guardian, and is not verified yet.`,
            button: name ? `Verify ${name}` : 'Open record',
          }
    case 'wait':
      return {
        sentence: `${who} was asked to confirm they are the guardian, and has not answered.`,
        button: 'Resend request',
      }
    case 'reach':
      return {
        sentence: `${who} is a guardian with limited contact. Only full contact lets them sign.`,
        button: 'Open record',
      }
    case 'ask':
      return {
        sentence: `${who} is a contact, but was not asked to confirm they are the guardian.`,
        button: name ? `Ask ${name}` : 'Open record',
      }
    case 'add':
      return { sentence: 'No parent or guardian with an email address is among the contacts.', button: 'Add contact' }
  }
}

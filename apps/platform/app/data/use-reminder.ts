import type { Reminded, Unreachable } from '@sherpa/contracts/reminder'
import { showToast } from '@sherpa/ui/toast-area'
import { useNavigate } from 'react-router'
import { failureOf } from '../forms/failure.ts'
import { useOrganization } from '../frame/account-context.ts'
import { reachedSentence } from './reached-sentence.ts'
import { useAction } from './use-action.ts'

/** Sends a reminder and says whom it reached. If it reached nobody, offers the screen that helps. */
export function useReminder() {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const { busy, run } = useAction()

  async function send(remind: () => Promise<Reminded>) {
    try {
      showToast('success', reachedSentence((await remind()).reached))
    } catch (error) {
      const { code, text } = failureOf(error)
      const solution = code === 'nobody-reachable' ? solutionOf(error, organization) : undefined
      if (!solution) throw error
      showToast('error', text, { label: solution.label, act: () => void navigate(solution.to) })
    }
  }

  return { busy, remind: (act: () => Promise<Reminded>) => void run(() => send(act)) }
}

function solutionOf(error: unknown, organization: string) {
  const { athlete, company } = ((error as { data?: { present?: Unreachable } }).data?.present ?? {}) as Unreachable
  if (athlete) return { label: 'Invite athlete', to: `/organizations/${organization}/athletes/${athlete}#invite` }
  if (company) return { label: 'Add a contact', to: addContactAddress(organization, company) }
  return undefined
}

export const addContactAddress = (organization: string, company: string) =>
  `/organizations/${organization}/companies/${company}#add-contact`

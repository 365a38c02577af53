import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure, DisclosureChange } from '@sherpa/contracts/disclosure'
import { ownValue } from '@sherpa/contracts/own-value'
import { text } from '@sherpa/contracts/text'
import * as z from 'zod/mini'
import { useOrganization } from '../../frame/account-context.ts'
import { plainFacts } from '../../records/plain-facts.ts'
import { useChanges } from '../../records/use-changes.tsx'
import { useAppDispatch } from '../../store.ts'

/** A field of the packet is a fact, too: "field:purpose". */
type Fact = 'preparerId' | 'submitterId' | 'countsFrom' | 'countsAt' | 'dueOn' | `field:${string}`
type Changes = Partial<Record<Fact, string | null>>

const FIELD = 'field:'
export const factOfField = (key: string): Fact => `${FIELD}${key}`
const isField = (fact: string) => fact.startsWith(FIELD)
const fieldOf = ({ packet }: Disclosure, fact: string) =>
  packet.fields.find(({ key }) => key === fact.slice(FIELD.length))

function factOf(disclosure: Disclosure, fact: Fact) {
  if (isField(fact)) return fieldOf(disclosure, fact)?.value ?? null
  const { preparer, submitter, countsFrom, countsAt, dueOn } = disclosure
  const values = { preparerId: preparer?.id, submitterId: submitter?.id, countsFrom, countsAt, dueOn }
  return ownValue<string | null | undefined>(values, fact) ?? null
}

const facts = plainFacts<Disclosure, Changes>(factOf)

/** The change as the server takes it. Own fields are sent as a whole, with those of others. */
function toRequest(changes: Changes, { kind, fields }: Disclosure): DisclosureChange['changes'] {
  const entered = Object.entries(changes).filter(([fact]) => isField(fact))
  const others = Object.fromEntries(Object.entries(changes).filter(([fact]) => !isField(fact)))
  if (entered.length === 0) return others
  if (kind !== 'other') {
    const answers = entered.map(([fact, value]) => [fact.slice(FIELD.length), value ?? null] as const)
    return { ...others, answers: Object.fromEntries(answers) }
  }
  const values = new Map(entered)
  const changed = fields.map((field, index) => {
    const fact = factOfField(`own-${index}`)
    return { ...field, value: values.has(fact) ? (values.get(fact) ?? null) : field.value }
  })
  return { ...others, fields: changed }
}

/** Saves changes with undo. If a colleague changed the same, the person sees both and chooses. */
export function useDisclosureChanges() {
  const { id: organization } = useOrganization()
  const [send] = disclosuresApi.useChangeDisclosureMutation()
  const dispatch = useAppDispatch()
  return useChanges<Disclosure, Changes>({
    schema: z.record(z.string(), z.nullable(text(2000))),
    send: (changes, seen) =>
      send({
        organization,
        disclosure: seen.id,
        body: { version: seen.version, changes: toRequest(changes, seen) },
      }).unwrap(),
    show(disclosure) {
      const of = { organization, disclosure: disclosure.id }
      dispatch(disclosuresApi.util.updateQueryData('disclosure', of, () => disclosure))
    },
    contestedParts: facts.contestedParts,
    formerOf: (changes, before) => {
      const former = facts.formerOf(changes, before)
      // Null restores the value of the record.
      const restored = Object.keys(former).filter((fact) => isField(fact) && !fieldOf(before, fact)?.entered)
      return { ...former, ...Object.fromEntries(restored.map((fact) => [fact, null])) }
    },
    inWords: (part, changes, present) => ({
      label: fieldOf(present, part)?.label ?? part,
      mine: ownValue(changes, part) ?? '',
      theirs: String(factOf(present, part as Fact) ?? ''),
    }),
  })
}

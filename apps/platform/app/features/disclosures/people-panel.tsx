import type { Disclosure } from '@sherpa/contracts/disclosure'
import { isUnfiled } from '@sherpa/contracts/disclosure-state'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { Moment } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { ChoiceEditor, InlineField } from '../../records/inline-field.tsx'
import { useColleagues } from '../athletes/use-colleagues.ts'
import { useDisclosureChanges } from './use-disclosure-changes.tsx'

/** Who prepares and submits it, and its other versions. */
export function PeoplePanel({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization, may } = useOrganization()
  const { state, submittedAt, revisesId } = disclosure
  const colleagues = useColleagues()
  const { save, dialog } = useDisclosureChanges()
  const person = (fact: 'preparer' | 'submitter', label: string, editable: boolean) => {
    const present = disclosure[fact]
    const names = new Map([...(present ? [[present.id, present.name] as const] : []), ...colleagues])
    return (
      <InlineField
        label={label}
        seen={disclosure}
        value={present?.id ?? ''}
        shown={present?.name ?? null}
        editable={editable && may('disclosures.edit')}
        save={(draft, seen) =>
          save({ [`${fact}Id`]: draft || null }, seen, {
            label,
            mine: names.get(draft) ?? 'Nobody',
            theirs: (theirs) => theirs[fact]?.name ?? 'Nobody',
          })
        }
      >
        {(editing) => (
          <ChoiceEditor editing={editing} options={[...names].map(([id, name]) => ({ id, name }))} none="Nobody" />
        )}
      </InlineField>
    )
  }
  return (
    <Panel title="People">
      <dl className="-mt-2">
        {person('preparer', 'Prepared by', true)}
        {(isUnfiled(state) || submittedAt) &&
          person('submitter', isUnfiled(state) ? 'Submits' : 'Submitted by', isUnfiled(state))}
      </dl>
      <div className="flex flex-col gap-1 text-sm text-slate">
        {submittedAt ? (
          <p>
            Submitted <Moment at={submittedAt} />. The packet is locked and hashed.
          </p>
        ) : (
          isUnfiled(state) && <p>The packet is locked and hashed on submission.</p>
        )}
        {revisesId && (
          <Link to={`/organizations/${organization}/compliance/${revisesId}`} className={`${textLinkClass} touch-area`}>
            Open the report it revises
          </Link>
        )}
      </div>
      {dialog}
    </Panel>
  )
}

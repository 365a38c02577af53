import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type AthleteRow, athleteName, type Duplicates } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { Day } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { headline } from './athlete-words.ts'

/** Possible duplicates of a record, to merge or to undo a merge. */
export function DuplicatesList({ athlete }: { athlete: Athlete }) {
  const { id: organization } = useOrganization()
  const query = athletesApi.useDuplicatesQuery(
    { organization, athlete: athlete.id },
    { refetchOnMountOrArgChange: true },
  )
  return <Loaded query={query}>{(found) => <Found athlete={athlete} found={found} />}</Loaded>
}

function Found({ athlete, found: { duplicates, merged } }: { athlete: Athlete; found: Duplicates }) {
  const { id: organization } = useOrganization()
  const [merge] = athletesApi.useMergeAthletesMutation()
  const [undo] = athletesApi.useUndoMergeMutation()
  const { busy, run } = useAction()
  const of = { organization, athlete: athlete.id }
  if (duplicates.length + merged.length === 0) {
    return <p className="text-sm text-grey">No other record has this name, email address or birth date.</p>
  }
  return (
    <ul className="divide-y divide-line-soft text-sm">
      {duplicates.map((one) => (
        <li key={one.id} className="flex items-center justify-between gap-4 py-2">
          <Duplicate athlete={one} />
          <Button
            look="secondary"
            size="small"
            busy={busy}
            aria-label={`Merge ${athleteName(one)} into this record`}
            onClick={() => run(() => merge({ ...of, body: { other: one.id } }).unwrap(), 'Merged.')}
          >
            Merge
          </Button>
        </li>
      ))}
      {merged.map((one) => {
        const name = `${one.givenName} ${one.familyName}`
        return (
          <li key={one.id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block break-words text-ink">{name}</span>
              <span className="block text-xs text-grey">
                Merged <Day at={one.mergedAt} />
              </span>
            </span>
            <Button
              look="secondary"
              size="small"
              busy={busy}
              aria-label={`Undo merge of ${name}`}
              onClick={() => run(() => undo({ ...of, merge: one.id }).unwrap(), 'Merge undone.')}
            >
              Undo
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function Duplicate({ athlete }: { athlete: AthleteRow }) {
  const { id: organization } = useOrganization()
  return (
    <span className="min-w-0">
      <Link to={`/organizations/${organization}/athletes/${athlete.id}`} className={`${textLinkClass} break-words`}>
        {athleteName(athlete)}
      </Link>
      <span className="block text-xs break-words text-grey">
        {headline({ ...athlete, hometown: null }).join(' · ')}
      </span>
    </span>
  )
}

import { complianceApi } from '@sherpa/api-client/compliance'
import type { Athlete } from '@sherpa/contracts/athlete'
import type { AthleteCompliance, AthleteComplianceChange } from '@sherpa/contracts/compliance'
import { divisions } from '@sherpa/contracts/compliance/judgment'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { calendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { ChoiceEditor, InlineField, LineEditor } from '../../records/inline-field.tsx'
import { useAppDispatch } from '../../store.ts'
import { SchoolPicker } from './school-picker.tsx'

const divisionOptions = Object.entries(divisions).map(([id, name]) => ({ id, name }))

type Changes = AthleteComplianceChange['changes']
type Save = (changes: Changes, seen: AthleteCompliance) => Promise<unknown>

export function useAthleteCompliance(athlete: string) {
  const { id: organization } = useOrganization()
  return complianceApi.useAthleteComplianceQuery({ organization, athlete })
}

/** Facts that only compliance rules read. Rules for students do not apply to pros. */
export function AthleteCompliancePanel({ athlete }: { athlete: Athlete }) {
  const { id: organization, role, may } = useOrganization()
  const { currentData: facts } = useAthleteCompliance(athlete.id)
  const [change] = complianceApi.useChangeAthleteComplianceMutation()
  const editable = athlete.editable && role !== 'athlete'
  const dispatch = useAppDispatch()
  const save: Save = async (changes, { version }) => {
    const of = { organization, athlete: athlete.id }
    const changed = await change({ ...of, body: { version, changes } }).unwrap()
    // The next change needs the new version at once.
    dispatch(complianceApi.util.updateQueryData('athleteCompliance', of, () => changed))
  }
  if (!facts || (athlete.level === 'pro' && facts.version === 0)) return null
  const isEmpty = !facts.division && !facts.school && !facts.enrolledOn && !facts.juniorYearOn && !facts.ncaaId
  if (!editable && isEmpty) return null
  const shared = { facts, save, editable }
  return (
    <div id="compliance">
      <Panel title="Compliance">
        <dl className="-mt-2">
          <InlineField
            label="Division"
            seen={facts}
            value={facts.division ?? ''}
            shown={facts.division && divisions[facts.division]}
            editable={editable}
            save={(draft, seen) => save({ division: (draft || null) as Changes['division'] & string }, seen)}
          >
            {(editing) => <ChoiceEditor editing={editing} options={divisionOptions} none="Unknown" />}
          </InlineField>
          <SchoolFact {...shared} editable={editable && may('deals.view')} />
          <DayFact {...shared} fact="enrolledOn" label="Enrolled full-time" />
          <DayFact {...shared} fact="juniorYearOn" label="Junior year started" />
          {(may('athletes.sensitive') || role === 'athlete') && (
            <InlineField
              label="NCAA ID"
              seen={facts}
              value={facts.ncaaId ?? ''}
              shown={facts.ncaaId}
              editable={editable}
              save={(draft, seen) => save({ ncaaId: draft.trim() || null }, seen)}
            >
              {(editing) => <LineEditor editing={editing} inputMode="numeric" maxLength={20} />}
            </InlineField>
          )}
        </dl>
      </Panel>
    </div>
  )
}

type Shown = { facts: AthleteCompliance; save: Save; editable: boolean }

function DayFact({
  facts,
  save,
  editable,
  fact,
  label,
}: Shown & { fact: 'enrolledOn' | 'juniorYearOn'; label: string }) {
  const day = facts[fact]
  if (!editable && !day) return null
  return (
    <InlineField
      label={label}
      seen={facts}
      value={day ?? ''}
      shown={day && calendarDay(day)}
      editable={editable}
      save={(draft, seen) => save({ [fact]: draft || null }, seen)}
    >
      {(editing) => <LineEditor editing={editing} type="date" />}
    </InlineField>
  )
}

function SchoolFact({ facts, save, editable }: Shown) {
  const { id: organization, may } = useOrganization()
  const { school, suggestion } = facts
  if (!editable && !school) return null
  return (
    <InlineField<AthleteCompliance['school'], AthleteCompliance>
      label="School"
      seen={facts}
      value={school}
      shown={
        school &&
        (may('deals.view') ? (
          <Link to={`/organizations/${organization}/companies/${school.id}#compliance`} className={textLinkClass}>
            {school.name}
          </Link>
        ) : (
          school.name
        ))
      }
      links
      editable={editable}
      save={(draft, seen) => save({ schoolId: draft?.id ?? null }, seen)}
    >
      {({ control, save: choose }) => (
        <fieldset aria-label={control['aria-label']} aria-describedby={control['aria-describedby']} className="several">
          <SchoolPicker label="Search schools" suggestion={suggestion} none="Unknown" onChoose={choose} />
        </fieldset>
      )}
    </InlineField>
  )
}

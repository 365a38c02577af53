import { complianceApi } from '@sherpa/api-client/compliance'
import type { Athlete } from '@sherpa/contracts/athlete'
import type { AthleteCompliance, AthleteComplianceChange } from '@sherpa/contracts/compliance'
import { divisions } from '@sherpa/contracts/compliance/judgment'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { InlineField } from '../../records/inline-field.tsx'
import { ChoiceFact, LineFact } from './fact-fields.tsx'
import { SchoolPicker } from './school-picker.tsx'
import { factLabels, useAthleteComplianceChanges } from './use-compliance-changes.tsx'

type Changes = AthleteComplianceChange['changes']

export function useAthleteCompliance(athlete: string) {
  const { id: organization } = useOrganization()
  return complianceApi.useAthleteComplianceQuery({ organization, athlete })
}

/** Facts that only compliance rules read. Rules for students do not apply to pros. */
export function AthleteCompliancePanel({ athlete }: { athlete: Athlete }) {
  const { role, may } = useOrganization()
  const { currentData: facts } = useAthleteCompliance(athlete.id)
  const { save, dialog } = useAthleteComplianceChanges(athlete.id)
  const editable = athlete.editable && role !== 'athlete'
  if (!facts || (athlete.level === 'pro' && facts.version === 0)) return null
  const isEmpty = !facts.division && !facts.school && !facts.enrolledOn && !facts.juniorYearOn && !facts.ncaaId
  if (!editable && isEmpty) return null
  const propsOf = (fact: Exclude<keyof Changes, 'schoolId'>) => ({
    label: factLabels[fact],
    facts,
    value: facts[fact],
    editable,
    save: (value: string | null, seen: AthleteCompliance) => save({ [fact]: value }, seen),
  })
  return (
    <div id="compliance">
      <Panel title="Compliance">
        <dl className="-mt-2">
          <ChoiceFact {...propsOf('division')} choices={divisions} />
          <SchoolFact facts={facts} save={save} editable={editable && may('deals.view')} />
          {(['enrolledOn', 'juniorYearOn'] as const).map(
            (fact) => (editable || facts[fact]) && <LineFact key={fact} {...propsOf(fact)} type="date" />,
          )}
          {(may('athletes.sensitive') || role === 'athlete') && (
            <LineFact {...propsOf('ncaaId')} inputMode="numeric" maxLength={20} />
          )}
        </dl>
        {dialog}
      </Panel>
    </div>
  )
}

function SchoolFact({
  facts,
  save,
  editable,
}: {
  facts: AthleteCompliance
  save: ReturnType<typeof useAthleteComplianceChanges>['save']
  editable: boolean
}) {
  const { id: organization, may } = useOrganization()
  const { school, suggestion } = facts
  if (!editable && !school) return null
  return (
    <InlineField<AthleteCompliance['school'], AthleteCompliance>
      label={factLabels.schoolId}
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
      save={(draft, seen) =>
        save({ schoolId: draft?.id ?? null }, seen, {
          label: factLabels.schoolId,
          mine: draft?.name ?? '',
          theirs: (present) => present.school?.name ?? '',
        })
      }
    >
      {({ control, save: choose }) => (
        <fieldset aria-label={control['aria-label']} aria-describedby={control['aria-describedby']} className="several">
          <SchoolPicker label="Search schools" suggestion={suggestion} none="Unknown" onChoose={choose} />
        </fieldset>
      )}
    </InlineField>
  )
}

import { complianceApi } from '@sherpa/api-client/compliance'
import { type ComplianceSettings, GUARDIAN_RULE } from '@sherpa/contracts/compliance'
import { confidences, type Rule, ruleStatuses } from '@sherpa/contracts/compliance/judgment'
import { rules } from '@sherpa/contracts/compliance/rules/all'
import { Checkbox } from '@sherpa/ui/choice'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { calendarDay, dayOf } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { SourceLink } from './source-link.tsx'
import { SponsorsPanel } from './sponsors-panel.tsx'
import { NOT_ADVICE } from './verdict-words.ts'

/** Every rule with its versions and sources, and what the organization sets. */
export function Component() {
  const { id: organization, name, role, may } = useOrganization()
  const isColleague = role !== 'athlete'
  const settings = complianceApi.useComplianceSettingsQuery({ organization }, { skip: !isColleague })
  return (
    <>
      <ScreenHeading title="Compliance rules" within={name} />
      <div className="flex flex-col gap-8">
        <p className="max-w-[72ch] text-sm">
          Sherpa judges deals and agreements by these rules, each in the version of its day. {NOT_ADVICE}
        </p>
        {isColleague && (
          <Loaded query={settings}>
            {(data) => (
              <div className="flex flex-col gap-8">
                <Switches settings={data} />
                <SponsorsPanel settings={data} />
              </div>
            )}
          </Loaded>
        )}
        {isColleague && may('activity.view') && <Answers />}
        {rules.map((rule) => (
          <RulePanel key={rule.id} rule={rule} />
        ))}
      </div>
    </>
  )
}

/** Rules that stop an approval can be reduced to a warning. */
function Switches({ settings: { version, rulesOff } }: { settings: ComplianceSettings }) {
  const { id: organization, may } = useOrganization()
  const [change] = complianceApi.useSwitchRulesMutation()
  const { busy, run } = useAction()
  return (
    <Panel title="Rules that block approval" lead="Without the check mark, a rule only warns.">
      <div className="flex flex-col gap-2">
        {rules
          .filter(({ id, canBlock }) => canBlock && id !== GUARDIAN_RULE)
          .map(({ id, title }) => (
            <Checkbox
              key={id}
              checked={!rulesOff.includes(id)}
              disabled={busy || !may('organization.edit')}
              onChange={({ target }) => {
                const off = target.checked ? rulesOff.filter((rule) => rule !== id) : [...rulesOff, id]
                void run(
                  () => change({ organization, body: { version, rulesOff: off } }).unwrap(),
                  target.checked ? 'The rule blocks approval.' : 'The rule only warns.',
                )
              }}
            >
              {title}
            </Checkbox>
          ))}
      </div>
    </Panel>
  )
}

function Answers() {
  const { id: organization } = useOrganization()
  const query = complianceApi.useVerdictAnswersQuery({ organization })
  return (
    <Panel title="Answered rules" empty={query.currentData?.answers.length === 0 && 'None yet'}>
      <Loaded query={query}>
        {({ answers }) => (
          <ul className="-mt-4 divide-y divide-line-soft text-sm">
            {answers.map(({ deal, number, rule, title, reason, by, at }) => (
              <li key={`${deal.id} ${number} ${rule}`} className="py-2 break-words">
                <Link to={`/organizations/${organization}/deals/${deal.id}`} className={textLinkClass}>
                  {deal.title}
                </Link>
                , version {number}: {title}
                {reason && <span className="block">“{reason}”</span>}
                <span className="block text-xs text-grey">
                  {by?.name ?? 'Former member'}
                  {at && `, ${dayOf(at)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function RulePanel({ rule: { id, title, canBlock, versions } }: { rule: Rule }) {
  const today = useToday()
  return (
    <div id={id}>
      <Panel title={title} actions={canBlock && <StatusBadge tone="bad">Can block approval</StatusBadge>}>
        <ol className="-mt-4 divide-y divide-line-soft text-sm">
          {versions.toReversed().map(({ number, from, until, status, source, readOn, confidence, demands }) => {
            const isCurrent = from <= today && (!until || until >= today)
            return (
              <li key={number} className="flex flex-col gap-1 py-3">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium text-ink">Version {number}</span>
                  <span className="text-grey">
                    {calendarDay(from)} {until ? `to ${calendarDay(until)}` : 'and later'}
                  </span>
                  <StatusBadge tone={status === 'in-force' && isCurrent ? 'good' : 'quiet'}>
                    {status === 'in-force' && !isCurrent ? (from > today ? 'Upcoming' : 'Past') : ruleStatuses[status]}
                  </StatusBadge>
                </p>
                <p className="max-w-[72ch] break-words">{demands}</p>
                <p className="text-xs break-words text-grey">
                  <SourceLink source={source} /> · Read {calendarDay(readOn)} · {confidences[confidence]}
                </p>
              </li>
            )
          })}
        </ol>
      </Panel>
    </div>
  )
}

import { complianceApi } from '@sherpa/api-client/compliance'
import { type ComplianceSettings, GUARDIAN_RULE } from '@sherpa/contracts/compliance'
import { versionOn } from '@sherpa/contracts/compliance/judge'
import { type Rule, ruleStatuses } from '@sherpa/contracts/compliance/judgment'
import { rules } from '@sherpa/contracts/compliance/rules/all'
import { Checkbox } from '@sherpa/ui/choice'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { calendarDay, dayOf } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { SourceRead } from './source-link.tsx'
import { SponsorsPanel } from './sponsors-panel.tsx'
import { NOT_ADVICE } from './verdict-words.ts'

/** Every rule with its versions and sources, and what the organization sets. */
export function Component() {
  const { id: organization, name, role, may } = useOrganization()
  const isColleague = role !== 'athlete'
  const settings = complianceApi.useComplianceSettingsQuery({ organization }, { skip: !isColleague })
  return (
    <>
      <ScreenHeading
        title="Rules"
        within={name}
        count={rules.length}
        lead={
          <>
            Deals and agreements are checked against the version in force when they were signed.{' '}
            <Link to={`/organizations/${organization}/compliance/news`} className={textLinkClass}>
              Rule changes
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-8">
        <RuleList rulesOff={settings.currentData?.rulesOff ?? []} />
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
        <p className="text-xs text-grey">{NOT_ADVICE}</p>
      </div>
    </>
  )
}

type Version = Rule['versions'][number]

/** The first day of rules that applied before any deal here. */
const ALWAYS = '2000-01-01'

/** The version in force. Every rule has one since before this product. */
const currentOf = (rule: Rule, today: string) => versionOn<never>(rule, today) as Version

/** Each rule opens in its place. */
function RuleList({ rulesOff }: { rulesOff: readonly string[] }) {
  return (
    <ul className="border-t border-line">
      {rules.map((rule) => (
        <li key={rule.id} className="border-b border-line-soft">
          <RuleItem rule={rule} isOff={rulesOff.includes(rule.id)} />
        </li>
      ))}
    </ul>
  )
}

/** Rules that stop an approval can be reduced to a warning. */
function Switches({ settings: { version, rulesOff } }: { settings: ComplianceSettings }) {
  const { id: organization, may } = useOrganization()
  const [change] = complianceApi.useSwitchRulesMutation()
  const { busy, run } = useAction()
  return (
    <Panel title="Rules that block approval" lead="Clear the check mark, and the rule only warns.">
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
    <Panel title="Overridden rules" empty={query.currentData?.answers.length === 0 && 'None yet'}>
      <Loaded query={query}>
        {({ answers }) => (
          <ul className="-mt-4 divide-y divide-line-soft text-sm">
            {answers.map(({ deal, number, rule, title, reason, by, at, unanswered, approvedBy, approvedOn }) => (
              <li key={`${deal.id} ${number} ${rule}`} className="py-2 break-words">
                <Link to={`/organizations/${organization}/deals/${deal.id}`} className={textLinkClass}>
                  {deal.title}
                </Link>
                , version {number}: {title}
                {reason && <span className="block">{unanswered ? reason : `“${reason}”`}</span>}
                <span className="block text-xs text-grey">
                  {by?.name ?? 'Former member'}
                  {at && `, ${dayOf(at)}`}
                  {approvedBy && `, approved by ${approvedBy}${approvedOn ? ` on ${calendarDay(approvedOn)}` : ''}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function RuleItem({ rule, isOff }: { rule: Rule; isOff: boolean }) {
  const today = useToday()
  const current = currentOf(rule, today)
  const { status, from, confidence } = current
  const blocks = rule.canBlock && status === 'in-force' && confidence === 'read' && !isOff
  const others = rule.versions.toReversed().filter((version) => version !== current)
  const earlier = others.filter(({ number }) => number < current.number)
  const upcoming = others.filter(({ number }) => number > current.number)
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-2 text-sm hover:bg-hover">
        <ToolIcon name="chevron" className="size-3 shrink-0 text-grey group-open:rotate-90" />
        <span className="min-w-0 flex-1">
          <span className="font-medium break-words text-ink">{rule.title}</span>
          <span className="block text-xs text-grey">
            {from === ALWAYS ? (
              'Always applies'
            ) : (
              <>
                {status === 'in-force' ? 'Since' : `${ruleStatuses[status]}, since`} {calendarDay(from)}
              </>
            )}
          </span>
        </span>
        {status === 'suspended' ? (
          <StatusBadge tone="quiet">{ruleStatuses.suspended}</StatusBadge>
        ) : (
          <StatusBadge tone={blocks ? 'bad' : 'warning'}>{blocks ? 'Blocks' : 'Warns'}</StatusBadge>
        )}
      </summary>
      <div className="divide-y divide-line-soft pb-2 pl-6 text-sm">
        {[...upcoming, current].map((version) => (
          <Version key={version.number} version={version} today={today} />
        ))}
        {earlier.length > 0 && (
          <details>
            <summary className="min-h-9 cursor-pointer py-2 text-grey hover:text-ink max-md:min-h-11">
              {earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}
              <span className="sr-only"> of {rule.title}</span>
            </summary>
            {earlier.map((version) => (
              <Version key={version.number} version={version} today={today} />
            ))}
          </details>
        )}
      </div>
    </details>
  )
}

function Version({ version, today }: { version: Version; today: string }) {
  const { number, from, until, status, source, readOn, confidence, demands } = version
  const isCurrent = from <= today && (!until || until >= today)
  return (
    <div className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium text-ink">Version {number}</span>
        <span className="text-grey">
          {from === ALWAYS
            ? until
              ? `Until ${calendarDay(until)}`
              : 'Always'
            : `${calendarDay(from)} ${until ? `to ${calendarDay(until)}` : 'and later'}`}
        </span>
        <StatusBadge tone={status === 'in-force' && isCurrent ? 'good' : 'quiet'}>
          {status === 'in-force' && !isCurrent ? (from > today ? 'Upcoming' : 'Past') : ruleStatuses[status]}
        </StatusBadge>
      </p>
      <p className="max-w-[72ch] break-words">{demands}</p>
      <SourceRead source={source} readOn={readOn} confidence={confidence} />
    </div>
  )
}

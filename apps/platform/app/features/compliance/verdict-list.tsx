import type { JudgedVerdict, Verdicts } from '@sherpa/contracts/compliance'
import {
  confidences,
  type Due,
  missingInputs,
  ruleStatuses,
  verdictStates,
} from '@sherpa/contracts/compliance/judgment'
import { dayIn, daysBetween } from '@sherpa/contracts/days'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { calendarDay, dayOf, daysLate, deadlineInWords } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { wasDue } from '../disclosures/disclosure-words.ts'
import { SourceLink } from './source-link.tsx'
import { addressOfInput, NOT_ADVICE, stateTones } from './verdict-words.ts'

type Of = { verdicts: Verdicts; deal?: string }

/** Problems in full, each missing fact once, fine rules by name, others folded. */
export function VerdictList({
  verdicts: all,
  deal,
  children,
}: Of & { children?: (verdict: JudgedVerdict) => ReactNode }) {
  const { role } = useOrganization()
  // Athletes cannot enter what rules lack, and have no use for a checksum.
  const isAthlete = role === 'athlete'
  const of = (...states: JudgedVerdict['state'][]) => all.verdicts.filter(({ state }) => states.includes(state))
  const [problems, unjudged] = [of('blocked', 'attention'), isAthlete ? [] : of('cannot-judge')]
  const [fine, others] = [of('fine'), of('not-applicable')]
  return (
    <div className="flex flex-col gap-4 text-sm">
      {problems.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft">
          {problems.map((verdict) => (
            <li key={verdict.rule} className="py-3">
              <Problem verdict={verdict} verdicts={all} {...(deal && { deal })} />
              {children?.(verdict)}
            </li>
          ))}
        </ul>
      )}
      {unjudged.length > 0 && (
        <Folded title={verdictStates['cannot-judge']} verdicts={unjudged}>
          <MissingFacts of={unjudged} verdicts={all} {...(deal && { deal })} />
        </Folded>
      )}
      {fine.length > 0 && (
        <Folded title="Fine" verdicts={fine}>
          <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {fine.map(({ rule, title }) => (
              <li key={rule} className="flex items-start gap-2">
                <ToolIcon name="check" className="mt-0.5 size-4 shrink-0 text-success" />
                <span className="min-w-0 break-words">{title}</span>
              </li>
            ))}
          </ul>
        </Folded>
      )}
      {others.length > 0 && <Folded title="Not applicable" verdicts={others} />}
      <Changes verdicts={all.verdicts} />
      <p className="text-xs break-words text-grey">
        {NOT_ADVICE}
        {all.inputHash && !isAthlete && (
          <>
            {' '}
            SHA-256 of what the rules read: <code className="break-all">{all.inputHash}</code>
          </>
        )}
      </p>
    </div>
  )
}

/** Latest first. */
function Changes({ verdicts }: Pick<Verdicts, 'verdicts'>) {
  const changes = verdicts
    .flatMap(({ rule, title, state, previous }) => (previous ? [{ rule, title, state, previous }] : []))
    .toSorted((one, other) => Date.parse(other.previous.until) - Date.parse(one.previous.until))
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="verdict-changes">
      <h3 id="verdict-changes" className="mb-1 font-semibold text-ink">
        Verdict changes
      </h3>
      <ul className="flex flex-col gap-1">
        {changes.map(({ rule, title, state, previous }) => (
          <li key={rule} className="flex flex-wrap gap-x-3">
            <span className="text-grey">{dayOf(previous.until)}</span>
            <span className="min-w-0 break-words">
              {title}: {verdictStates[previous.state].toLowerCase()} to {verdictStates[state].toLowerCase()}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Names at once, reasons and sources on demand. */
function Folded({
  title,
  verdicts,
  children,
}: {
  title: string
  verdicts: readonly JudgedVerdict[]
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col gap-2">
      {children}
      <details>
        <summary className="touch-area w-fit cursor-pointer text-grey hover:text-ink">
          {title} ({verdicts.length}): show reasons
        </summary>
        <ul className="mt-2 flex flex-col gap-3">
          {verdicts.map((verdict) => (
            <li key={verdict.rule}>
              <p className="font-medium text-ink">{verdict.title}</p>
              <p className="break-words">{verdict.sentence}</p>
              <Source verdict={verdict} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** Each missing fact, with the rules that wait for it. */
function MissingFacts({ of, verdicts: { records }, deal }: Of & { of: readonly JudgedVerdict[] }) {
  const { id: organization } = useOrganization()
  const inputs = [...new Set(of.flatMap(({ missing }) => missing))]
  return (
    <ul className="flex flex-col gap-2">
      {inputs.map((input) => {
        const address = addressOfInput(input, { organization, deal, records })
        const waiting = of.filter(({ missing }) => missing.includes(input))
        return (
          <li key={input} className="break-words">
            {address ? (
              <Link to={address} className={textLinkClass}>
                Enter {missingInputs[input]}
              </Link>
            ) : (
              <span className="font-medium text-ink">Needs {missingInputs[input]}</span>
            )}
            <span className="block text-grey">
              {waiting.length > 1 && `${waiting.length} rules: `}
              {waiting.map(({ title }) => title).join(', ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Problem({ verdict, verdicts: { records }, deal }: Of & { verdict: JudgedVerdict }) {
  const { id: organization } = useOrganization()
  const { title, state, status, sentence, todo, missing, due, previous, answer } = verdict
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold text-ink">
          {state !== 'cannot-judge' && (
            <ToolIcon
              name={state === 'blocked' ? 'close' : 'warning'}
              className={`size-4 shrink-0 ${state === 'blocked' ? 'text-error' : 'text-summit-ink'}`}
            />
          )}
          {title}
          <StatusBadge tone={answer ? 'quiet' : stateTones[state]}>
            {answer ? `${verdictStates[state]}, answered` : verdictStates[state]}
          </StatusBadge>
          {status !== 'in-force' && <StatusBadge tone="quiet">{ruleStatuses[status]}</StatusBadge>}
        </h3>
        <p className="text-xs text-grey">
          {due ? (
            <DueDay due={due} isPast={verdict.dueBeforeJoining === true} />
          ) : (
            previous && `${verdictStates[previous.state]} until ${dayOf(previous.until)}`
          )}
        </p>
      </div>
      <p className="mt-1 break-words">{sentence}</p>
      {todo && (
        <p className="mt-1 break-words">
          <span className="font-medium text-ink">What to do</span> {todo}
        </p>
      )}
      {missing.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {missing.map((input) => {
            const address = addressOfInput(input, { organization, deal, records })
            return (
              address && (
                <li key={input}>
                  <Link to={address} className={textLinkClass}>
                    Enter {missingInputs[input]}
                  </Link>
                </li>
              )
            )
          })}
        </ul>
      )}
      <Source verdict={verdict} />
      {answer && (
        <p className="mt-2 border-l-2 border-line pl-3 break-words">
          {answer.by?.name ?? 'Answered'}
          {answer.at && `, ${dayOf(answer.at)}`}
          {answer.reason && `: “${answer.reason}”`}
        </p>
      )}
    </>
  )
}

function DueDay({ due, isPast }: { due: Due; isPast: boolean }) {
  const today = useToday()
  const { timeZone } = useOrganization()
  const late = daysBetween('day' in due ? due.day : dayIn(due.at, timeZone), today)
  if (isPast) return wasDue('joining')
  return (
    <>
      Due {'day' in due ? calendarDay(due.day) : deadlineInWords(due.at, timeZone)}
      {late > 0 && <span className="font-medium text-error">, {daysLate(late)}</span>}
    </>
  )
}

function Source({ verdict: { source, ruleVersion, from, readOn, confidence } }: { verdict: JudgedVerdict }) {
  return (
    <p className="mt-1 text-xs break-words text-grey">
      <SourceLink source={source} /> · Version {ruleVersion}, since {calendarDay(from)} · Read {calendarDay(readOn)} ·{' '}
      {confidences[confidence]}
    </p>
  )
}

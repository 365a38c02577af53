import { factName, type MissingFactsQuery, missingFactsQuery } from '@sherpa/contracts/missing-facts'
import { EmptyState } from '@sherpa/ui/empty-state'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link, useSearchParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { countsInWords, unjudgedInWords } from './missing-fact-words.ts'
import { FactForm, FactGroups, useMissingFacts } from './missing-facts.tsx'

/** Everything that nobody can judge, with the facts that decide it. */
export function Component() {
  const { id: organization, name } = useOrganization()
  const [params] = useSearchParams()
  const parsed = missingFactsQuery.safeParse(Object.fromEntries(params))
  const asked: MissingFactsQuery = parsed.success ? parsed.data : {}
  const query = useMissingFacts(asked)
  const { fact } = asked
  const all = `/organizations/${organization}/compliance/missing-facts`
  return (
    <>
      <ScreenHeading
        title="Missing facts"
        within={name}
        count={query.currentData && countsInWords(query.currentData.counts)}
        lead="Until they are known, a report counts as due on its earliest possible day."
      />
      <Loaded query={query}>
        {(missing) => (
          <div className="flex max-w-4xl flex-col gap-6">
            {(fact || asked.athlete || asked.deal) && (
              <p className="text-sm">
                {fact ? `${factName(fact)} missing. ` : ''}
                <Link to={all} className={`touch-area ${textLinkClass}`}>
                  Show all missing facts
                </Link>
              </p>
            )}
            {missing.unjudged > 0 && (
              <p className="text-sm text-ink">
                {unjudgedInWords(missing.unjudged)}, and no report is open for {missing.unjudged === 1 ? 'it' : 'them'}.
                Each deal says what is missing.
              </p>
            )}
            {missing.total === 0 ? (
              <EmptyState title={missing.unjudged > 0 ? 'No open report waits for a fact' : 'No facts are missing'}>
                Reports whose deadline depends on an unknown fact appear here.
              </EmptyState>
            ) : (
              <>
                <FactGroups missing={missing} />
                {missing.total > missing.rows.length && (
                  <p className="text-sm text-grey">
                    The first {missing.rows.length} of {missing.total} reports. The next ones appear as these are known.
                  </p>
                )}
                <FactForm missing={missing} look="primary" />
              </>
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

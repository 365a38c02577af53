import { companiesApi } from '@sherpa/api-client/companies'
import type { Company } from '@sherpa/contracts/company'
import type { LogEntry } from '@sherpa/contracts/contact-log'
import { Panel } from '@sherpa/ui/panel'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Ready } from '../../frame/loaded.tsx'
import { NextPage } from '../../list/next-page.tsx'
import type { ListQueryResult } from '../../list/use-list.ts'
import { NothingYet } from '../athletes/record/panel-parts.tsx'
import { EntryList } from '../contact-log/entry-list.tsx'
import type { LogTarget } from '../contact-log/log-target.ts'
import { NoteForm } from '../contact-log/note-form.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'

export const logOfCompany = ({ id, name, contacts }: Company): LogTarget => ({ record: 'company', id, name, contacts })

/** Notes, calls and other contacts with a company, newest first. Internal: athletes don't see it. */
export function CompanyLog({
  company,
  most,
}: {
  company: Company
  /** Shows only the latest entries, with a link to all. */
  most?: number
}) {
  const { id: organization, role, may } = useOrganization()
  const query = companiesApi.useCompanyLogInfiniteQuery(
    { organization, company: company.id, query: most ? { limit: String(most) } : {} },
    { skip: role === 'athlete' },
  ) as unknown as ListQueryResult<LogEntry>
  const entries = query.currentData?.pages.flatMap(({ rows }) => rows) ?? []
  const heading = useFocusWhenLost(entries.length)
  if (role === 'athlete') return null
  const target = logOfCompany(company)
  return (
    <Panel
      title="Contact log"
      headingRef={heading}
      actions={
        most && (
          <Link
            to={`/organizations/${organization}/companies/${company.id}/activity`}
            preventScrollReset
            className={sectionLinkClass}
          >
            Activity
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {may('athletes.log') && <NoteForm target={target} />}
        <Ready queries={[query]}>
          {() => (
            <>
              <EntryList target={target} entries={entries} />
              {entries.length === 0 && <NothingYet>No entries yet</NothingYet>}
              {query.hasNextPage && !most && <NextPage query={query} />}
            </>
          )}
        </Ready>
      </div>
    </Panel>
  )
}

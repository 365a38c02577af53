import { athletesApi } from '@sherpa/api-client/athletes'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Navigate } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'

/** Redirects an athlete to their own record. */
export function OwnRecord() {
  const { id: organization, name } = useOrganization()
  const own = useFirstPage(athletesApi.endpoints.athletes, { organization, query: { limit: '1' } }, 'athletes')
  return (
    <Loaded query={own}>
      {({ pages: [page] }) =>
        page?.rows[0] ? (
          <Navigate to={`/organizations/${organization}/athletes/${page.rows[0].id}`} replace />
        ) : (
          <>
            <ScreenHeading title="My record" within={name} />
            <EmptyState title="Your account has no record yet">
              Your account is not linked to a record at {name}. Ask an owner to invite you from your record.
            </EmptyState>
          </>
        )
      }
    </Loaded>
  )
}

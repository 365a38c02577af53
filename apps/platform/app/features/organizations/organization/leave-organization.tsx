import { organizationsApi } from '@sherpa/api-client/organizations'
import type { AccountOrganization } from '@sherpa/contracts/account'
import type { HandoverAssignments } from '@sherpa/contracts/handover'
import { labels } from '@sherpa/contracts/labels'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useAccount } from '../../../frame/account-context.ts'
import { HandoverFields } from '../people/handover-fields.tsx'

/** Memberships of the reader, with leaving. */
export function LeaveOrganization() {
  const [leaveOrganization] = organizationsApi.useLeaveOrganizationMutation()
  const { user, organizations } = useAccount()
  const [leaving, setLeaving] = useState<AccountOrganization>()

  const [assignments, setAssignments] = useState<HandoverAssignments>({})
  const handover = organizationsApi.useOwnHandoverQuery(
    { organization: leaving?.id ?? '' },
    { skip: !leaving, refetchOnMountOrArgChange: true },
  )

  async function leave({ id }: AccountOrganization) {
    await leaveOrganization({ organization: id, body: assignments }).unwrap()
    // A page load clears the organization's data from memory.
    window.location.assign('/account')
  }

  if (organizations.length === 0) return null
  return (
    <Panel title="Your organizations" lead="If you leave an organization, you lose access to it immediately.">
      <ul className="flex flex-col divide-y divide-line">
        {organizations.map((organization) => (
          <li
            key={organization.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
          >
            <p className="min-w-0 flex-1 basis-48">
              <Link to={`/organizations/${organization.id}`} className={`${textLinkClass} break-words`}>
                {organization.name}
              </Link>
              <span className="block text-sm">{labels[organization.kind].roles[organization.role]}</span>
            </p>
            <Button
              look="secondary"
              size="small"
              aria-label={`Leave ${organization.name}`}
              onClick={() => setLeaving(organization)}
            >
              Leave…
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        title={`Leave ${leaving?.name}?`}
        confirm="Leave organization"
        confirming="Leaving…"
        onConfirm={async () => leaving && leave(leaving)}
        onClose={() => {
          setLeaving(undefined)
          setAssignments({})
        }}
      >
        <p>You lose access immediately. To come back, you need a new invitation.</p>
        {leaving?.role === 'owner' && (
          <p>
            If you are the only owner,{' '}
            <Link to={`/organizations/${leaving.id}/people`} className={textLinkClass}>
              transfer ownership
            </Link>{' '}
            first.
          </p>
        )}
        {leaving && (
          <HandoverFields
            query={handover}
            organization={leaving.id}
            person={user.id}
            assignments={assignments}
            onChange={setAssignments}
            isOwn
          />
        )}
      </ConfirmDialog>
    </Panel>
  )
}

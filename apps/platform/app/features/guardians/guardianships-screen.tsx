import { guardiansApi } from '@sherpa/api-client/guardians'
import type { Guardianship } from '@sherpa/contracts/guardian'
import { organizationKinds } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { type ReactNode, useState } from 'react'
import { Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { AccountFrame } from '../accounts/account/account-frame.tsx'
import { FormerMinors } from './former-minors.tsx'
import { GuardianAnswer } from './guardian-answer.tsx'
import { GuardianDeals } from './guardian-deals.tsx'

/** A guardian's athletes and consents. */
export function Component() {
  const query = guardiansApi.useGuardianshipsQuery()
  return (
    <AccountFrame title="Guardianships">
      <Loaded query={query}>
        {({ guardianships }) =>
          guardianships.length === 0 ? (
            <EmptyState title="You are not a guardian of any athlete">
              If an organization asks you to confirm that you are the parent or guardian of an athlete under 18, the
              request appears here. Guardianships end when the athlete turns 18.
            </EmptyState>
          ) : (
            // Open requests first.
            guardianships
              .toSorted((a, b) => Number(a.confirmedAt !== null) - Number(b.confirmedAt !== null))
              .map((one) =>
                one.confirmedAt ? (
                  <Confirmed key={one.id} guardianship={one} />
                ) : (
                  <Asked key={one.id} guardianship={one} />
                ),
              )
          )
        }
      </Loaded>
      <FormerMinors />
    </AccountFrame>
  )
}

function Asked({ guardianship }: { guardianship: Guardianship }) {
  const { athlete, organization, kind } = guardianship
  return (
    <Panel
      title={`Are you the parent or guardian of ${athlete}?`}
      lead={`${organization} (${organizationKinds[kind]}) asks you to confirm that you are the parent or legal guardian.`}
    >
      <div className="max-w-md">
        <GuardianAnswer guardianship={guardianship} />
      </div>
    </Panel>
  )
}

function Confirmed({ guardianship }: { guardianship: Guardianship }) {
  const { id, athlete, organization, kind, confirmedAt, verified, facts } = guardianship
  const [endGuardianship] = guardiansApi.useEndGuardianshipMutation()
  const [ending, setEnding] = useState(false)
  const heading = useFocusWhenLost(confirmedAt)
  return (
    <Panel
      headingRef={heading}
      title={athlete}
      lead={`${organization} (${organizationKinds[kind]})`}
      actions={
        <StatusBadge tone={verified ? 'good' : 'warning'}>
          {verified ? 'Verified' : `Not verified by ${organization} yet`}
        </StatusBadge>
      }
    >
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 text-sm">
        <Fact term="You confirmed">{confirmedAt && <Day at={confirmedAt} />}</Fact>
        {facts && (
          <>
            <Fact term="Stage">{facts.stage}</Fact>
            <Fact term="Sport">{facts.sport ?? 'Unknown'}</Fact>
            <Fact term="Level">{facts.level}</Fact>
            <Fact term="School or club">{facts.school ?? 'Unknown'}</Fact>
            <Fact term="Class">{facts.classYear ?? 'Unknown'}</Fact>
          </>
        )}
      </dl>
      <Consent guardianship={guardianship} />
      {verified && facts && <GuardianDeals guardianship={id} />}
      <Button look="danger" size="small" className="mt-5" onClick={() => setEnding(true)}>
        End guardianship
      </Button>
      <ConfirmDialog
        open={ending}
        title={`End your guardianship of ${athlete}?`}
        confirm="End guardianship"
        confirming="Ending…"
        onConfirm={async () => {
          await endGuardianship({ guardianship: id }).unwrap()
          showToast('success', `You are no longer the guardian of ${athlete} at ${organization}.`)
        }}
        onClose={() => setEnding(false)}
      >
        <p>
          {organization} will be notified. If no other guardian allows it, the athlete’s account is closed. To become
          the guardian again, ask {organization} for a new email.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}

/** Withdrawing consent may close an account, so it needs confirmation. */
function Consent({
  guardianship: { id, athlete, organization, consentsToAccount, hasAccount },
}: {
  guardianship: Guardianship
}) {
  const [changeConsent] = guardiansApi.useChangeConsentMutation()
  const [withdrawing, setWithdrawing] = useState(false)
  const { busy, run } = useAction()
  const change = (allowed: boolean) =>
    changeConsent({ guardianship: id, body: { consentsToAccount: allowed } }).unwrap()
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-snow p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold text-ink">
          {consentsToAccount
            ? `You allow ${athlete} to have an account`
            : `You do not allow ${athlete} to have an account`}
        </p>
        <p className="text-sm">
          {hasAccount
            ? `${athlete} has an account at ${organization}.`
            : `${athlete} has no account at ${organization} yet.`}
        </p>
      </div>
      <Button
        look="secondary"
        size="small"
        busy={busy}
        onClick={() =>
          consentsToAccount ? setWithdrawing(true) : run(() => change(true), `You allow ${athlete} to have an account.`)
        }
      >
        {consentsToAccount ? 'Withdraw consent' : 'Allow account'}
      </Button>
      <ConfirmDialog
        open={withdrawing}
        title={`Withdraw consent to an account for ${athlete}?`}
        confirm="Withdraw consent"
        confirming="Saving…"
        onConfirm={async () => {
          await change(false)
          showToast('success', `${athlete} can no longer have an account at ${organization}.`)
        }}
        onClose={() => setWithdrawing(false)}
      >
        <p>
          {hasAccount
            ? `The account at ${organization} is closed at once, unless another guardian allows it. The record stays with ${organization}.`
            : `${organization} can no longer invite ${athlete}, unless another guardian allows it.`}
        </p>
      </ConfirmDialog>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-grey">{term}</dt>
      <dd className="font-medium break-words text-ink">{children}</dd>
    </div>
  )
}

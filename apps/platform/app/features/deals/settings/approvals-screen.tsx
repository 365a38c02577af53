import { dealsApi } from '@sherpa/api-client/deals'
import type { Currency } from '@sherpa/contracts/currency'
import { type ApprovalChain, dealKinds } from '@sherpa/contracts/deal'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { EmptyState } from '@sherpa/ui/empty-state'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { moneyInWords } from '../../../data/money.ts'
import { useAction } from '../../../data/use-action.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { useColleagues } from '../../athletes/use-colleagues.ts'
import { useOwnCurrency } from '../use-own-currency.ts'
import { ChainsEditor } from './chains-editor.tsx'

export function Component() {
  const { name, may } = useOrganization()
  return (
    <>
      <ScreenHeading title="Deal approvals" within={name} lead="Who approves a deal before it can be signed." />
      {may('money.view') ? (
        <Chains />
      ) : (
        <p className="max-w-[60ch] text-sm">
          Approval rules depend on deal amounts. You need permission to view money.
        </p>
      )}
    </>
  )
}

function Chains() {
  const { id: organization } = useOrganization()
  const query = dealsApi.useApprovalChainsQuery({ organization })
  const [setChains] = dealsApi.useSetApprovalChainsMutation()
  const [isEditing, setIsEditing] = useState(false)
  const currency = useOwnCurrency()
  return (
    <Loaded query={query}>
      {({ chains, selfApproval, sendAfterApproval }) =>
        isEditing ? (
          <ChainsEditor
            chains={chains}
            currency={currency}
            onClose={() => setIsEditing(false)}
            save={async (changed) => {
              await setChains({ organization, body: { chains: changed } }).unwrap()
              showToast('success', 'Approval rules saved.')
            }}
          />
        ) : (
          <div className="flex flex-col items-start gap-4">
            {chains.length === 0 ? (
              <div className="w-full">
                <EmptyState title="No rules yet">
                  Without rules, each deal needs approval from one person who can approve deals.
                </EmptyState>
              </div>
            ) : (
              <ChainList chains={chains} currency={currency} />
            )}
            <Button onClick={() => setIsEditing(true)}>{chains.length === 0 ? 'Add rules' : 'Edit rules'}</Button>
            <SelfApproval allowed={selfApproval} />
            <SendAfterApproval on={sendAfterApproval} />
          </div>
        )
      }
    </Loaded>
  )
}

/** Owners only, so that no one extends their own permissions. */
function SelfApproval({ allowed }: { allowed: boolean }) {
  const { id: organization, may } = useOrganization()
  const [set] = dealsApi.useSetSelfApprovalMutation()
  const { busy, run } = useAction()
  return (
    <Checkbox
      checked={allowed}
      disabled={busy || !may('permissions.edit')}
      onChange={({ target }) => run(() => set({ organization, body: { allowed: target.checked } }).unwrap(), 'Saved.')}
    >
      Allow self-approval
      <span className="block text-xs text-grey">
        If nobody else may approve, you can approve your own deal with a comment. It is marked as self-approved.
        {!may('permissions.edit') && ' Only the owner can change this.'}
      </span>
    </Checkbox>
  )
}

function SendAfterApproval({ on }: { on: boolean }) {
  const { id: organization, may } = useOrganization()
  const [set] = dealsApi.useSetSendAfterApprovalMutation()
  const { busy, run } = useAction()
  return (
    <Checkbox
      checked={on}
      disabled={busy || !may('organization.edit')}
      onChange={({ target }) => run(() => set({ organization, body: { on: target.checked } }).unwrap(), 'Saved.')}
    >
      Send for signature right after approval
      <span className="block text-xs text-grey">If it is unclear who signs for the company, we ask the lead.</span>
    </Checkbox>
  )
}

function ChainList({ chains, currency }: { chains: readonly ApprovalChain[]; currency: Currency }) {
  const names = new Map(useColleagues())
  const { roles: roleNames } = useLabels()
  return (
    <ul className="w-full divide-y divide-line-soft border-y border-line">
      {chains.map(({ kind, fromMinor, steps }) => (
        <li key={`${kind} ${fromMinor}`} className="py-3 text-sm">
          <p className="font-semibold text-ink">
            {kind ? dealKinds[kind] : 'All deals'}
            {fromMinor > 0 && `, from ${moneyInWords(fromMinor, currency)}`}
          </p>
          <ol className="mt-1 list-decimal pl-5">
            {steps.map(({ name, people, roles, needs }) => {
              const who = [
                ...people.map((id) => names.get(id) ?? 'Someone'),
                ...roles.map((role) => `role ${roleNames[role]}`),
              ]
              return (
                <li key={name}>
                  <span className="font-medium text-ink">{name}</span>:{' '}
                  {needs === 'all' ? listInWords(who) : who.join(' or ')}
                </li>
              )
            })}
          </ol>
        </li>
      ))}
    </ul>
  )
}

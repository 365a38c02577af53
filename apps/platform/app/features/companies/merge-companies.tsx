import { companiesApi } from '@sherpa/api-client/companies'
import { UNDO_MERGE_DAYS } from '@sherpa/contracts/athlete'
import type { Company, CompanyRow } from '@sherpa/contracts/company'
import type { Permission } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Link } from 'react-router'
import { Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { CompanyPicker } from './company-picker.tsx'

type Named = Pick<CompanyRow, 'id' | 'name'>

/** A merge moves deals of all athletes. */
export const mayMerge = (may: (permission: Permission) => boolean) => may('deals.edit') && may('athletes.all')

export function Duplicates({ company }: { company: Company }) {
  const { id: organization, may } = useOrganization()
  const [other, setOther] = useState<Named>()
  return (
    <>
      {company.duplicates.length > 0 && (
        <Panel title="Possible duplicates" lead="Nearly identical names.">
          <ul className="-mt-3 divide-y divide-line-soft text-sm">
            {company.duplicates.map((one) => (
              <li key={one.id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
                <Link
                  to={`/organizations/${organization}/companies/${one.id}`}
                  className={`${textLinkClass} min-w-0 break-words`}
                >
                  {one.name}
                </Link>
                {mayMerge(may) && (
                  <Button
                    look="secondary"
                    size="small"
                    aria-label={`Merge ${one.name} into this company`}
                    onClick={() => setOther(one)}
                  >
                    Merge
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <ConfirmMerge company={company} other={other} onClose={() => setOther(undefined)} />
    </>
  )
}

export function MergedCompanies({ company }: { company: Company }) {
  const { id: organization, may } = useOrganization()
  const [undo] = companiesApi.useUndoCompanyMergeMutation()
  const { busy, run } = useAction()
  if (company.merged.length === 0 || !mayMerge(may)) return null
  return (
    <Panel title="Merged companies" lead={`You can undo a merge for ${UNDO_MERGE_DAYS} days.`}>
      <ul className="-mt-3 divide-y divide-line-soft text-sm">
        {company.merged.map(({ id, name, mergedAt }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
            <span className="min-w-0">
              <span className="block break-words text-ink">{name}</span>
              <span className="block text-xs text-grey">
                Merged <Day at={mergedAt} />
              </span>
            </span>
            <Button
              look="secondary"
              size="small"
              busy={busy}
              aria-label={`Undo the merge of ${name}`}
              onClick={() =>
                run(() => undo({ organization, company: company.id, companyMerge: id }).unwrap(), 'Merge undone.')
              }
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** For duplicates that the names don't reveal. */
export function MergeDialog({ open, company, onClose }: { open: boolean; company: Company; onClose: () => void }) {
  const [other, setOther] = useState<Named>()
  return (
    <>
      <Dialog open={open && !other} title="Merge another company" onClose={onClose}>
        <p className="mb-3 text-sm">Choose the duplicate of {company.name}.</p>
        <CompanyPicker
          label="Search companies"
          except={({ id, isSelf }) => id === company.id || isSelf}
          onChoose={(one) => setOther(one ?? undefined)}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmMerge
        company={company}
        other={other}
        onClose={() => {
          setOther(undefined)
          onClose()
        }}
      />
    </>
  )
}

function ConfirmMerge({
  company,
  other,
  onClose,
}: {
  company: Company
  other: Named | undefined
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [merge] = companiesApi.useMergeCompaniesMutation()
  return (
    <ConfirmDialog
      open={other !== undefined}
      title={`Merge ${other?.name ?? ''} into ${company.name}?`}
      confirm="Merge"
      confirming="Merging…"
      onClose={onClose}
      onConfirm={async () => {
        await merge({ organization, company: company.id, body: { other: other?.id ?? '' } }).unwrap()
        showToast('success', 'Companies merged.')
      }}
    >
      <p className="text-sm">
        All deals, contacts and subsidiaries of {other?.name} move to {company.name}. Submitted versions of deals keep
        the old name. You can undo this for {UNDO_MERGE_DAYS} days.
      </p>
    </ConfirmDialog>
  )
}

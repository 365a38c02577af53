import { dealImportsApi } from '@sherpa/api-client/deal-imports'
import {
  type DealImportFindings,
  type DealImportMapping,
  dealChoices,
  isChoiceTarget,
  type WholeDealImport,
} from '@sherpa/contracts/deal-import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useState } from 'react'
import { moneyInWords } from '../../../data/money.ts'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { CellTable } from '../../imports/cell-table.tsx'
import { Figures } from '../../imports/figures.tsx'
import { FixRows } from '../../imports/fix-rows.tsx'
import { number } from '../../imports/import-words.ts'
import { RowList } from '../../imports/row-list.tsx'
import { ShowMore } from '../../imports/show-more.tsx'
import { UnrecognizedValues } from '../../imports/unrecognized-values.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { dealsImportable, dealsInWords } from './deals-importable.ts'
import { StartButton } from './start-button.tsx'
import { isOpen, UnknownNames } from './unknown-names.tsx'

const heads = { deals: 'New deals', joined: 'Rows that add pay', skipped: 'Skipped rows', failed: 'Rows with errors' }

/** The dry run. Approvers see what it adds. */
export function DealCheckStep({
  whole,
  mayEdit,
  onBack,
}: {
  whole: WholeDealImport
  mayEdit: boolean
  onBack: () => void
}) {
  const { id: organization } = useOrganization()
  const { id, findings, mapping, approval } = whole
  const [map] = dealImportsApi.useMapDealImportMutation()
  const [check] = dealImportsApi.useCheckDealImportMutation()
  /** Answers that are not checked yet. */
  const [answers, setAnswers] = useState<Partial<DealImportMapping>>({})
  const { busy, run } = useAction()
  if (!findings) return null
  const { counts, deals, joined, incomplete, athletes, companies, toApprove, notUnderstood } = findings
  const here = { organization, dealImport: id }
  const answered = { ...mapping, ...answers }
  const isChanged = Object.keys(answers).length > 0
  const isApproved = toApprove === 0 || approval.approvedAt !== null
  const openNames = [...athletes, ...companies].filter(isOpen).length

  const checkAgain = () =>
    run(async () => {
      await map({ ...here, body: answered }).unwrap()
      await check(here).unwrap()
      setAnswers({})
    })
  const again = isChanged && (
    <Button look="secondary" size="small" busy={busy} onClick={checkAgain}>
      Check again
    </Button>
  )

  return (
    <>
      <Panel title="Preview" lead="Nothing has been imported yet.">
        <div className="flex flex-col gap-5">
          <Figures
            counts={{ deals, joined, skipped: counts.skipped, failed: counts.failed }}
            heads={heads}
            notes={{ joined: 'More pay of these deals', failed: 'Not imported until fixed' }}
          />
          {findings.totals.length > 0 && <Totals totals={findings.totals} />}
          {incomplete > 0 && (
            <WarningNotice>
              {incomplete === 1
                ? '1 deal is left out because one of its rows has an error.'
                : `${number(incomplete)} deals are left out because one of their rows has an error.`}
              {mayEdit && ` Fix the rows below to include ${incomplete === 1 ? 'it' : 'them'}.`}
            </WarningNotice>
          )}
          {mayEdit && openNames > 0 && (
            <WarningNotice>
              {openNames === 1 ? '1 name needs' : `${number(openNames)} names need`} your answer below. Until then, the
              rows are left out.
            </WarningNotice>
          )}
          {mayEdit && (
            <div className="flex flex-wrap gap-3">
              {isChanged ? (
                <Button busy={busy} onClick={checkAgain}>
                  Check again
                </Button>
              ) : (
                isApproved && <StartButton id={id} label={`Import ${dealsInWords(deals)}`} disabled={deals === 0} />
              )}
              <Button look="secondary" onClick={onBack}>
                Change columns
              </Button>
            </div>
          )}
        </div>
      </Panel>
      {toApprove > 0 && !isChanged && <ApprovalPanel whole={whole} toApprove={toApprove} mayEdit={mayEdit} />}
      {mayEdit ? (
        <>
          <UnknownNames
            title="Unknown athletes"
            noun={{ one: 'athlete', many: 'athletes' }}
            names={athletes}
            chosen={answered.athletes}
            onChange={(names) => setAnswers({ ...answers, athletes: names })}
            actions={again}
          />
          <UnknownNames
            title="Unknown companies"
            noun={{ one: 'company', many: 'companies' }}
            names={companies}
            chosen={answered.companies}
            onChange={(names) => setAnswers({ ...answers, companies: names })}
            actions={again}
          />
          {counts.failed + notUnderstood.length > 0 && (
            <FixRows importable={dealsImportable} whole={whole} shownTargets={['athlete', 'company']} />
          )}
          <UnrecognizedValues
            whole={whole}
            notUnderstood={notUnderstood.filter(({ column }) => isChoiceTarget(mapping.targets[column]))}
            values={answered.values}
            choicesOf={(target) => (isChoiceTarget(target) ? dealChoices[target] : undefined)}
            unset="Choose a meaning"
            mayBeEmpty={false}
            onChange={(values) => setAnswers({ ...answers, values })}
          />
        </>
      ) : (
        <FileRows whole={whole} />
      )}
      {counts.skipped > 0 && (
        <Panel title="Skipped rows">
          <RowList importable={dealsImportable} whole={whole} outcome="skipped" label="Skipped rows" />
        </Panel>
      )}
    </>
  )
}

function Totals({ totals }: { totals: DealImportFindings['totals'] }) {
  return (
    <table className="data-table max-w-3xl">
      <caption className="sr-only">Money of the new deals</caption>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Deals</th>
          <th scope="col">Total</th>
          <th scope="col">Received</th>
          <th scope="col">Still expected</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ currency, deals, totalMinor, receivedMinor, openMinor }) => (
          <tr key={currency}>
            <td data-label="Currency" className="font-medium text-ink">
              {currency}
            </td>
            <td data-label="Deals">{number(deals)}</td>
            <td data-label="Total">{moneyInWords(totalMinor, currency)}</td>
            <td data-label="Received">{moneyInWords(receivedMinor, currency)}</td>
            <td data-label="Still expected">{moneyInWords(openMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The mapped columns of the file. */
function FileRows({ whole: { id, columns, mapping } }: { whole: WholeDealImport }) {
  const pages = dealsImportable.useRows(id)
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const shown = columns.flatMap(({ name, hidden }, at) => (mapping.targets[at] && !hidden ? [{ name, at }] : []))
  return (
    <Panel title="Rows" lead="Row numbers match the spreadsheet.">
      <div className="flex flex-col items-start gap-3">
        <CellTable
          label="Rows of the file"
          heads={['Row', ...shown.map(({ name }) => name)]}
          rows={rows.map(({ row, cells }) => [number(row), ...shown.map(({ at }) => cells[at] ?? '')])}
        />
        <ShowMore pages={pages} />
      </div>
    </Panel>
  )
}

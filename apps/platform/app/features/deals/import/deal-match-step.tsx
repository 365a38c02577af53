import { dealImportsApi } from '@sherpa/api-client/deal-imports'
import { type DealKind, dealKinds } from '@sherpa/contracts/deal'
import {
  type DealImportMapping,
  type DealTarget,
  dealChoices,
  isChoiceTarget,
  type WholeDealImport,
} from '@sherpa/contracts/deal-import'
import { CurrencyField } from '../../../forms/currency-field.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { ColumnRow } from '../../imports/column-row.tsx'
import { ColumnValues } from '../../imports/column-values.tsx'
import { MatchLayout } from '../../imports/match-layout.tsx'
import { rematch, useMapping } from '../../imports/use-mapping.ts'
import { dealTargetsOf } from './deal-targets.ts'
import { dealsImportable } from './deals-importable.ts'

type Changing = { mapping: DealImportMapping; onChange: (next: Partial<DealImportMapping>) => void }

/** Maps columns to fields of deals and their pay. */
export function DealMatchStep({ whole, onChecking }: { whole: WholeDealImport; onChecking: () => void }) {
  const { id: organization } = useOrganization()
  const here = { organization, dealImport: whole.id }
  const [map] = dealImportsApi.useMapDealImportMutation()
  const [move] = dealImportsApi.useMoveDealImportHeaderMutation()
  const mapped = useMapping(whole.mapping, (body) => map({ ...here, body }).unwrap())
  const { mapping, change, attempt } = mapped
  const targets = dealTargetsOf(
    mapping.targets,
    whole.columns.map(({ name }) => name),
  )
  return (
    <MatchLayout
      importable={dealsImportable}
      whole={whole}
      mapped={mapped}
      onMoveHeader={(row) => attempt(() => move({ ...here, body: { row } }).unwrap())}
      onChecking={onChecking}
      column={(at) => <DealColumnRow whole={whole} column={at} targets={targets} mapping={mapping} onChange={change} />}
      options={<Options mapping={mapping} onChange={change} />}
    />
  )
}

function DealColumnRow({
  whole,
  column,
  targets,
  mapping,
  onChange,
}: Changing & { whole: WholeDealImport; column: number; targets: ReturnType<typeof dealTargetsOf> }) {
  const { name = '', distinct } = whole.columns[column] ?? {}
  const target = mapping.targets[column] ?? null
  const choices: Record<string, string> | undefined = isChoiceTarget(target) ? dealChoices[target] : undefined
  return (
    <ColumnRow
      whole={whole}
      column={column}
      target={target}
      targets={targets}
      onMatch={(next) => onChange(rematch(mapping, column, next as DealTarget | null))}
    >
      {distinct && distinct.length > 0 && choices && (
        <ColumnValues
          column={column}
          name={name}
          distinct={distinct}
          values={mapping.values}
          choices={choices}
          mayBeEmpty={false}
          onChange={(values) => onChange({ values })}
        />
      )}
    </ColumnRow>
  )
}

const dateOrders = { month: 'Month first: 3/9/2025 is March 9', day: 'Day first: 3/9/2025 is September 3' }
const decimalMarks = {
  point: 'Point: 1,250.50',
  comma: 'Comma: 1.250,50',
}
const duplicateChoices = { skip: 'Skip the row', add: 'Add as a new deal' }

function Options({ mapping, onChange }: Changing) {
  const { defaults, dayFirst, decimalComma, duplicates } = mapping
  return (
    <div className="grid max-w-4xl gap-4 sm:grid-cols-2">
      <SelectField
        size="small"
        label="Kind"
        hint="For rows without a kind"
        value={defaults.kind}
        onChange={({ target }) => onChange({ defaults: { ...defaults, kind: target.value as DealKind } })}
        options={dealKinds}
      />
      <CurrencyField
        size="small"
        hint="For rows without a currency"
        value={defaults.currency}
        onChange={(currency) => onChange({ defaults: { ...defaults, currency } })}
      />
      <SelectField
        size="small"
        label="Dates"
        value={dayFirst ? 'day' : 'month'}
        onChange={({ target }) => onChange({ dayFirst: target.value === 'day' })}
        options={dateOrders}
      />
      <SelectField
        size="small"
        label="Decimals"
        value={decimalComma ? 'comma' : 'point'}
        onChange={({ target }) => onChange({ decimalComma: target.value === 'comma' })}
        options={decimalMarks}
      />
      <SelectField
        size="small"
        label="Deals that are in Sherpa already"
        hint="Same athlete, company and start"
        value={duplicates}
        onChange={({ target }) => onChange({ duplicates: target.value as typeof duplicates })}
        options={duplicateChoices}
      />
    </div>
  )
}

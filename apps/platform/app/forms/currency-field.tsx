import { type Currency, currencies } from '@sherpa/contracts/currency'
import { SelectField } from './select-field.tsx'

const options = Object.fromEntries(currencies.map((code) => [code, code]))

export function CurrencyField({
  label = 'Currency',
  onChange,
  ...rest
}: {
  label?: string
  hint?: string
  value: Currency
  size?: 'small'
  disabled?: boolean
  onChange: (currency: Currency) => void
}) {
  return (
    <SelectField
      {...rest}
      label={label}
      options={options}
      onChange={({ target }) => onChange(target.value as Currency)}
    />
  )
}

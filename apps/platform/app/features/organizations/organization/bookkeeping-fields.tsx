import { currencies } from '@sherpa/contracts/currency'
import type { Organization } from '@sherpa/contracts/organization-settings'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'

/** US time zones come first, from east to west. */
const american = [
  ['America/New_York', 'Eastern time (New York)'],
  ['America/Chicago', 'Central time (Chicago)'],
  ['America/Denver', 'Mountain time (Denver)'],
  ['America/Phoenix', 'Arizona (Phoenix)'],
  ['America/Los_Angeles', 'Pacific time (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
] as const
const known: ReadonlySet<string> = new Set(american.map(([zone]) => zone))
const otherZones = Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone))

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, index) => monthName.format(Date.UTC(2026, index)))

/** Time zone, currency and fiscal year. */
export function BookkeepingFields({
  organization: { timeZone, currency, fiscalMonth },
  errors,
}: {
  organization: Pick<Organization, 'timeZone' | 'currency' | 'fiscalMonth'>
  errors: ReadonlyMap<string, string>
}) {
  return (
    <>
      <Field label="Time zone" hint="Deadlines end at midnight in this time zone." error={errors.get('timeZone')}>
        {(control) => (
          <Select {...control} name="timeZone" defaultValue={timeZone}>
            <optgroup label="United States">
              {american.map(([zone, name]) => (
                <option key={zone} value={zone}>
                  {name}
                </option>
              ))}
            </optgroup>
            <optgroup label="Other">
              {/* The current zone may be unknown to this browser. */}
              {!known.has(timeZone) && !otherZones.includes(timeZone) && <option value={timeZone}>{timeZone}</option>}
              {otherZones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </optgroup>
          </Select>
        )}
      </Field>
      <Field
        label="Currency"
        hint="For new deals and flat fees. Existing deals are unchanged."
        error={errors.get('currency')}
      >
        {(control) => (
          <Select {...control} name="currency" defaultValue={currency}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code}: {currencyNames.of(code)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Fiscal year starts in" error={errors.get('fiscalMonth')}>
        {(control) => (
          <Select {...control} name="fiscalMonth" defaultValue={fiscalMonth}>
            {months.map((month, index) => (
              <option key={month} value={index + 1}>
                {month}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

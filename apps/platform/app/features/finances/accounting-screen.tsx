import { financesApi } from '@sherpa/api-client/finances'
import { accountingOperations } from '@sherpa/contracts/accounting-operations'
import { type AccountingSettings, accountingSettingsChange } from '@sherpa/contracts/accounting-settings'
import { decimalOf, typedAmount } from '@sherpa/contracts/currency'
import { EmptyState } from '@sherpa/ui/empty-state'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../forms/form-message.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { ClosedMonths } from './closed-months.tsx'

export function Component() {
  const { name, has, may } = useOrganization()
  if (!accountingOperations.accountingSettings.alsoNeeds.every(has)) {
    return (
      <NotForYou title="You don’t have access">
        Accounting covers all finances of {name}. You need permission to edit money and to see all athletes. An owner
        can change your role’s permissions.
      </NotForYou>
    )
  }
  return (
    <>
      <ScreenHeading title="Accounting" within={name} lead="Expense approval, fee invoices and closed months." />
      <SecondFactorNotice of="money.edit" />
      {may('money.edit') ? (
        <AllSettings />
      ) : (
        <EmptyState title="Set up two-factor authentication">
          Then you can change these settings and close months.
        </EmptyState>
      )}
    </>
  )
}

function AllSettings() {
  const { id: organization } = useOrganization()
  const query = financesApi.useAccountingSettingsQuery({ organization })
  return (
    <Loaded query={query}>
      {(settings) => (
        <div className="flex flex-col gap-8">
          <SettingsForm key={settings.version} settings={settings} />
          <ClosedMonths settings={settings} />
        </div>
      )}
    </Loaded>
  )
}

function SettingsForm({ settings }: { settings: AccountingSettings }) {
  const { id: organization } = useOrganization()
  const [changeAccountingSettings] = financesApi.useChangeAccountingSettingsMutation()
  const { currency, version } = settings
  const { errors, failureText, busy, formProps } = useForm({
    schema: accountingSettingsChange,
    read: ({ expenseLimitMinor, nextInvoice, invoiceDays, ...typed }) => ({
      ...typed,
      expenseLimitMinor: String(expenseLimitMinor).trim() ? typedAmount(String(expenseLimitMinor), currency) : null,
      nextInvoice: Number(nextInvoice || Number.NaN),
      invoiceDays: Number(invoiceDays || Number.NaN),
      version,
    }),
    async send(body) {
      await changeAccountingSettings({ organization, body }).unwrap()
      showToast('success', 'Settings saved.')
    },
  })
  return (
    <form {...formProps} className="flex max-w-2xl flex-col gap-8">
      <Panel title="Expenses">
        <TextField
          name="expenseLimitMinor"
          label={`Approval required above (${currency})`}
          note="optional"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          defaultValue={settings.expenseLimitMinor === null ? '' : decimalOf(settings.expenseLimitMinor, currency)}
          hint={
            <span className="text-grey">
              Someone else approves expenses above this amount, and all in other currencies. Leave empty to need no
              approval.
            </span>
          }
          errors={errors}
        />
      </Panel>
      <Panel title="Fee invoices">
        <div className="flex flex-col gap-5">
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              name="invoicePrefix"
              label="Prefix"
              autoComplete="off"
              maxLength={12}
              defaultValue={settings.invoicePrefix}
              errors={errors}
            />
            <TextField
              name="nextInvoice"
              label="Next number"
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              defaultValue={settings.nextInvoice}
              errors={errors}
            />
            <TextField
              name="invoiceDays"
              label="Payment due after (days)"
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              defaultValue={settings.invoiceDays}
              errors={errors}
            />
          </div>
          <TextField
            name="invoiceName"
            label="Name on invoices"
            note="optional"
            autoComplete="organization"
            maxLength={160}
            defaultValue={settings.invoiceName ?? ''}
            errors={errors}
          />
          <LongText
            name="invoiceAddress"
            label="Address on invoices"
            maxLength={500}
            value={settings.invoiceAddress}
            error={errors.get('invoiceAddress')}
          />
          <LongText
            name="invoicePayment"
            label="Payment instructions on invoices"
            maxLength={1000}
            value={settings.invoicePayment}
            error={errors.get('invoicePayment')}
          />
        </div>
      </Panel>
      <FormMessage failure={failureText} />
      <SaveBar busy={busy} />
    </form>
  )
}

function LongText({
  name,
  label,
  maxLength,
  value,
  error,
}: {
  name: string
  label: string
  maxLength: number
  value: string | null
  error: string | undefined
}) {
  return (
    <Field label={label} note="optional" error={error}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={3}
          maxLength={maxLength}
          defaultValue={value ?? ''}
          className={controlClass}
        />
      )}
    </Field>
  )
}

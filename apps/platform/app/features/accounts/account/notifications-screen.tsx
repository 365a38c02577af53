import { notificationsApi } from '@sherpa/api-client/notifications'
import type { AccountOrganization } from '@sherpa/contracts/account'
import {
  type Delivery,
  deliveries,
  type MailedKind,
  mailedKinds,
  type NotificationSettings,
} from '@sherpa/contracts/notification'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { useSearchParams } from 'react-router'
import { useAction } from '../../../data/use-action.ts'
import { useAccount } from '../../../frame/account-context.ts'
import { lastOrganization } from '../../../frame/last-organization.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { AccountFrame } from './account-frame.tsx'

/** How the person is notified, by organization and kind. Notification mail links here. */
export function Component() {
  const { organizations } = useAccount()
  const [search, setSearch] = useSearchParams()
  const named = search.get('organization')
  const organization = organizations.find(({ id }) => id === named) ?? lastOrganization(organizations)
  return (
    <AccountFrame title="Notifications">
      {organizations.length > 1 && organization && (
        <div className="max-w-sm">
          <Field label="Organization">
            {(control) => (
              <Select
                {...control}
                value={organization.id}
                onChange={({ target }) => setSearch({ organization: target.value }, { replace: true })}
              >
                {organizations.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {organization ? (
        <SettingsPanel key={organization.id} organization={organization} isNamed={organizations.length > 1} />
      ) : (
        <EmptyState title="No organizations yet">Notifications are set for each organization.</EmptyState>
      )}
    </AccountFrame>
  )
}

function SettingsPanel({
  organization: { id, name },
  isNamed,
}: {
  organization: AccountOrganization
  /** The choice above names it. */
  isNamed: boolean
}) {
  const query = notificationsApi.useNotificationSettingsQuery({ organization: id })
  return (
    <Panel
      title={isNamed ? 'Emails' : name}
      lead="The daily digest arrives at 7:00 AM, in the organization’s time zone. Emails about your account’s security are always sent."
    >
      <Loaded query={query}>{({ settings }) => <Settings organization={id} settings={settings} />}</Loaded>
    </Panel>
  )
}

function Settings({ organization, settings }: { organization: string } & NotificationSettings) {
  const [change] = notificationsApi.useChangeNotificationSettingsMutation()
  const { run } = useAction()
  if (settings.length === 0) return <EmptyState title="No emails">Your role gets no notifications by email.</EmptyState>
  const kinds = settings.map(({ kind }) => kind)
  const first = settings[0]?.delivery
  const common = settings.every(({ delivery }) => delivery === first) ? first : ''
  const save = (changed: MailedKind[], delivery: Delivery) =>
    void run(() => change({ organization, body: { kinds: changed, delivery } }).unwrap(), 'Saved.')
  return (
    <ul className="divide-y divide-line-soft border-b border-line-soft">
      <Row label="All" value={common ?? ''} onChange={(delivery) => save(kinds, delivery)} />
      {settings.map(({ kind, delivery }) => (
        <Row key={kind} label={mailedKinds[kind]} value={delivery} onChange={(chosen) => save([kind], chosen)} />
      ))}
    </ul>
  )
}

function Row({
  label,
  value,
  onChange,
}: {
  label: string
  value: Delivery | ''
  onChange: (delivery: Delivery) => void
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2 text-sm">
      <span className={label === 'All' ? 'font-semibold text-ink' : 'text-ink'}>{label}</span>
      <div className="w-44">
        <Select
          size="small"
          aria-label={label}
          value={value}
          onChange={({ target }) => onChange(target.value as Delivery)}
        >
          {value === '' && <option value="">Set all to…</option>}
          {Object.entries(deliveries).map(([delivery, name]) => (
            <option key={delivery} value={delivery}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </li>
  )
}

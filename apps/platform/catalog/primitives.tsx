import { Button, buttonClass } from '@sherpa/ui/button'
import { Checkbox, RadioCard } from '@sherpa/ui/choice'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { controlClass, Field } from '@sherpa/ui/field'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { Logo, LogoMark } from '@sherpa/ui/logo'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { MessageBox, messageLooks } from '@sherpa/ui/message-box'
import { Panel } from '@sherpa/ui/panel'
import { PasswordInput } from '@sherpa/ui/password-input'
import { Select } from '@sherpa/ui/select'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast, ToastArea } from '@sherpa/ui/toast-area'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useState } from 'react'
import type { Specimens } from './specimen.tsx'

const tones: Record<Tone, string> = {
  good: 'Active',
  info: 'In review',
  warning: 'Due soon',
  bad: 'Overdue',
  quiet: 'Draft',
}
const looks = ['primary', 'secondary', 'danger'] as const
const tools: ToolIconName[] = ['home', 'people', 'deal', 'calendar', 'billing', 'search', 'bell', 'settings', 'warning']

/** By the names of their exports. */
export const primitives: Specimens = {
  Button: (
    <>
      {(['regular', 'small'] as const).map((size) => (
        <div key={size} className="specimen-row">
          {looks.map((look) => (
            <Button key={look} look={look} size={size}>
              {look === 'danger' ? 'Delete deal' : 'Save deal'}
            </Button>
          ))}
        </div>
      ))}
      <div className="specimen-row">
        <Button busy>Saving…</Button>
        <Button disabled>Save deal</Button>
        <Button look="secondary">
          <ToolIcon name="plus" /> New deal
        </Button>
      </div>
    </>
  ),
  buttonClass: (
    <div className="specimen-row">
      <a href="#button" className={buttonClass({ look: 'secondary' })}>
        Open deal
      </a>
    </div>
  ),
  Checkbox: (
    <>
      <Checkbox defaultChecked>Assign the new athletes to me</Checkbox>
      <Checkbox>Share with everyone who can see this list</Checkbox>
      <Checkbox disabled>Not available on this plan</Checkbox>
    </>
  ),
  RadioCard: (
    <>
      <RadioCard name="plan" title="Agency" defaultChecked>
        For agents and their staff
      </RadioCard>
      <RadioCard name="plan" title="Team">
        For athletic departments and clubs
      </RadioCard>
    </>
  ),
  ColumnHeads: (
    <table className="data-table">
      <ColumnHeads names={['Athlete', 'Sport']} last="Actions" />
      <tbody>
        <tr>
          <td>Noor Rahimi</td>
          <td>Soccer</td>
          <td>
            <Button look="secondary" size="small">
              Open
            </Button>
          </td>
        </tr>
      </tbody>
    </table>
  ),
  Dialog: <DialogSpecimen size="regular" />,
  DialogActions: <DialogSpecimen size="wide" />,
  EmptyState: (
    <EmptyState title="No deals yet" action={<Button size="small">New deal</Button>}>
      Contracts, NIL deals and sponsorships appear here.
    </EmptyState>
  ),
  Field: (
    <>
      <Field label="School" note="optional" hint="As it is written on the roster.">
        {(control) => <input {...control} defaultValue="Alder Basin High" className={controlClass} />}
      </Field>
      <Field label="Email" error="Enter an email address">
        {(control) => <input {...control} defaultValue="noor@" className={controlClass} />}
      </Field>
    </>
  ),
  controlClass: (
    <>
      <input aria-label="Empty" placeholder="Name of the deal" className={controlClass} />
      <input aria-label="Disabled" disabled defaultValue="Locked" className={controlClass} />
    </>
  ),
  LoadingNote: <LoadingNote />,
  Logo: <Logo />,
  LogoMark: <LogoMark />,
  MenuButton: <MenuSpecimen />,
  menuItemClass: (
    <div>
      <button type="button" className={menuItemClass}>
        Rename
      </button>
      <button type="button" aria-current="true" className={menuItemClass}>
        Newest first
      </button>
    </div>
  ),
  MessageBox: (
    <>
      <MessageBox message={{ kind: 'success', text: 'Payment recorded.' }} />
      <MessageBox message={{ kind: 'error', text: 'The file is larger than 25 MB. Choose a smaller one.' }} />
    </>
  ),
  messageLooks: (
    <div className="specimen-row">
      {Object.entries(messageLooks).map(([kind, look]) => (
        <span key={kind} className={`rounded-md border px-4 py-3 text-sm font-medium ${look}`}>
          {kind}
        </span>
      ))}
    </div>
  ),
  Panel: (
    <>
      <Panel
        title="Contacts"
        lead="Family, coaches and advisers."
        actions={
          <Button look="secondary" size="small">
            Add contact
          </Button>
        }
      >
        <p className="text-sm">Mara Rahimi, parent</p>
      </Panel>
      <Panel title="Measurables" empty="None yet" actions={<Button look="secondary">Add</Button>} />
      <Panel title="Delete organization" tone="danger">
        <Button look="danger">Delete organization</Button>
      </Panel>
    </>
  ),
  PasswordInput: <PasswordInput aria-label="Password" defaultValue="four unrelated words" autoComplete="off" />,
  Select: (
    <>
      <Select aria-label="Sport" defaultValue="soccer">
        <option value="soccer">Soccer</option>
        <option value="football">Football</option>
      </Select>
      <Select aria-label="Small" size="small" disabled>
        <option>Disabled</option>
      </Select>
    </>
  ),
  StatusBadge: (
    <div className="specimen-row">
      {Object.entries(tones).map(([tone, text]) => (
        <StatusBadge key={tone} tone={tone as Tone}>
          {text}
        </StatusBadge>
      ))}
    </div>
  ),
  WarningNotice: (
    <WarningNotice
      title="This deal conflicts with another one"
      action={
        <Button look="secondary" size="small">
          Allow the conflict…
        </Button>
      }
    >
      <p>Both deals are exclusive for sportswear.</p>
    </WarningNotice>
  ),
  textLinkClass: (
    <p className="text-sm">
      Read the{' '}
      <a href="#text-link" className={textLinkClass}>
        terms of service
      </a>
      .
    </p>
  ),
  ToastArea: (
    <>
      <p className="text-sm">Toasts appear in the lower right corner.</p>
      <ToastArea place="bottom" />
    </>
  ),
  showToast: (
    <div className="specimen-row">
      <Button
        look="secondary"
        onClick={() => showToast('success', 'Receipt reversed.', { label: 'Undo', act: () => undefined })}
      >
        Show success
      </Button>
      <Button look="secondary" onClick={() => showToast('error', 'The server could not be reached.')}>
        Show error
      </Button>
    </div>
  ),
  ToolIcon: (
    <div className="specimen-row">
      {tools.map((name) => (
        <ToolIcon key={name} name={name} />
      ))}
    </div>
  ),
}

function DialogSpecimen({ size }: { size: 'regular' | 'wide' }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="specimen-row">
      <Button look="secondary" onClick={() => setOpen(true)}>
        Open {size} dialog
      </Button>
      <Dialog open={open} title="Reverse receipt?" size={size} onClose={close}>
        <p>The payment is expected again, and its fee is canceled.</p>
        <DialogActions>
          <Button look="secondary" onClick={close}>
            Cancel
          </Button>
          <Button look="danger" onClick={close}>
            Reverse receipt
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

function MenuSpecimen() {
  return (
    <div className="specimen-row">
      <MenuButton label="Sort" buttonClass={buttonClass({ look: 'secondary', size: 'small' })}>
        {['Newest first', 'Name', 'Amount'].map((choice) => (
          <button key={choice} type="button" className={menuItemClass}>
            {choice}
          </button>
        ))}
      </MenuButton>
    </div>
  )
}

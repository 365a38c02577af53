import type { ContactKind } from '@sherpa/contracts/contact-log'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { lazyForm } from '../../frame/on-demand.tsx'
import { useCommands } from '../../frame/palette/commands.ts'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import type { LogDraft } from './log-form.tsx'
import type { LogTarget } from './log-target.ts'

const LogForm = lazyForm(async () => (await import('./log-form.tsx')).LogForm)

type Started = { kind: ContactKind; contact: string | null }

type Log = {
  open: (draft: LogDraft) => void
  /** A call, text or email was started by a link: asks to log it on return. */
  start: (started: Started) => void
}

const LogContext = createContext<Log | undefined>(undefined)

/** Undefined without permission, and outside of a record. */
export const useLog = () => useContext(LogContext)

const newCall: LogDraft = { kind: 'call', direction: 'out' }

/** The log of a record: its dialog, and the question after a call. */
export function LogProvider({ target, children }: { target: LogTarget; children: ReactNode }) {
  const { may } = useOrganization()
  return may('athletes.log') ? <OpenLog target={target}>{children}</OpenLog> : children
}

function OpenLog({ target, children }: { target: LogTarget; children: ReactNode }) {
  const [draft, setDraft] = useState<LogDraft>()
  const [isNamed, setNamed] = useOpenedByAddress('log-call')
  const started = useRef<Started>(undefined)
  const [returned, setReturned] = useState<Started>()
  useCommands([{ title: `Log a call with ${target.name}`, icon: 'phone', run: () => setDraft(newCall) }])

  useEffect(() => {
    function ask() {
      if (document.visibilityState !== 'visible' || !started.current) return
      setReturned(started.current)
      started.current = undefined
    }
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [])

  const shown = draft ?? (isNamed ? newCall : undefined)
  const close = () => {
    setDraft(undefined)
    setNamed(false)
  }
  const log: Log = {
    open: setDraft,
    start: (contact) => {
      started.current = contact
    },
  }
  return (
    <LogContext value={log}>
      {children}
      {returned && (
        <ReturnBar
          kind={returned.kind}
          onLog={() => {
            setDraft({ ...returned, direction: 'out' })
            setReturned(undefined)
          }}
          onDismiss={() => setReturned(undefined)}
        />
      )}
      <LogDialog target={target} draft={shown} onClose={close} />
    </LogContext>
  )
}

export function LogDialog({
  target,
  draft,
  onClose,
}: {
  target: LogTarget
  draft: LogDraft | undefined
  onClose: () => void
}) {
  const title = draft?.entry
    ? 'Edit entry'
    : draft?.kind === 'note'
      ? `Note on ${target.name}`
      : `Log contact with ${target.name}`
  return (
    <Dialog open={draft !== undefined} size="sheet" title={title} onClose={onClose}>
      {draft && <LogForm target={target} draft={draft} onClose={onClose} />}
    </Dialog>
  )
}

/** Not modal: it doesn't interrupt what the person does next. */
function ReturnBar({ kind, onLog, onDismiss }: { kind: ContactKind; onLog: () => void; onDismiss: () => void }) {
  const question = `Log this ${kind}?`
  return (
    <section
      aria-label={question}
      className="list-bar flex items-center gap-2 rounded-lg bg-ink-raised py-1.5 pr-2 pl-4 text-white shadow-pop [--focus-ring:var(--color-glacier-light)]"
    >
      <p role="status" className="pr-2 text-sm font-semibold whitespace-nowrap">
        {question}
      </p>
      <Button size="small" onClick={onLog}>
        Log {kind}
      </Button>
      <button
        type="button"
        aria-label="Don’t log"
        onClick={onDismiss}
        className="inline-flex min-h-button-small min-w-8 cursor-pointer items-center justify-center rounded-sm hover:bg-ink-line max-md:min-h-11 max-md:min-w-11"
      >
        <ToolIcon name="close" />
      </button>
    </section>
  )
}

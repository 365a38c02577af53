import type { ReactNode } from 'react'
import { mailto } from '../../data/mailto.ts'
import { sms, tel } from '../../data/tel.ts'
import { useLog } from './log-context.tsx'

type Props = {
  /** For screen readers. */
  name: string
  /** Null: the athlete. */
  contact: string | null
  email: string | null
  phone: string | null
}

/** Email and phone as links. On return, the log asks to log the contact. */
export function ContactLinks({ name, contact, email, phone }: Props) {
  const log = useLog()
  const started = (kind: 'call' | 'text' | 'email') => () => log?.start({ kind, contact })
  return (
    <>
      {email && (
        <ReachLink href={mailto(email)} onClick={started('email')}>
          <Breakable email={email} />
        </ReachLink>
      )}
      {phone && (
        <span className="inline-flex gap-x-4">
          <ReachLink href={tel(phone)} onClick={started('call')}>
            <span className="tabular-nums">{phone}</span>
          </ReachLink>
          <ReachLink href={sms(phone)} label={`Text ${name}`} onClick={started('text')}>
            Text
          </ReachLink>
        </span>
      )}
    </>
  )
}

/** Breaks before the @ first. */
function Breakable({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

function ReachLink({
  href,
  label,
  onClick,
  children,
}: {
  href: string
  label?: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <a
      href={href}
      aria-label={label}
      onClick={onClick}
      className="inline-flex min-h-7 items-center py-1 wrap-anywhere hover:text-ink hover:underline max-md:min-h-11 max-md:min-w-11 max-md:py-3"
    >
      {children}
    </a>
  )
}

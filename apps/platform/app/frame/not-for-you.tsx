import { buttonClass } from '@sherpa/ui/button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ScreenHeading } from './screen-heading.tsx'

export function NotForYou({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title={title} />
      <p className="max-w-[60ch]">{children}</p>
      <Link to="/" className={buttonClass({ look: 'secondary' })}>
        Go home
      </Link>
    </div>
  )
}

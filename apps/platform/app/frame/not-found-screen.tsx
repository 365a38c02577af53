import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { ScreenHeading } from './screen-heading.tsx'

export function Component() {
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title="Page not found" />
      <p>Check the address. The page may have been moved or deleted.</p>
      <Link to="/" className={buttonClass()}>
        Go home
      </Link>
    </div>
  )
}

import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { ScreenHeading } from '../frame/screen-heading.tsx'

export function Component() {
  return (
    <>
      <ScreenHeading title="There is nothing here" />
      <p className="mt-3">The address may be mistyped, or what was here has moved.</p>
      <Link to="/" className={`${buttonClass()} mt-7 w-full`}>
        Go to Sherpa
      </Link>
    </>
  )
}

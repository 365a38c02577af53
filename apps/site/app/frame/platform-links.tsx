import { buttonClass } from '@sherpa/ui/button'
import { platformLinks } from '../content/navigation'

/** Links to the platform. */
export function PlatformLinks() {
  return (
    <>
      <a
        href={platformLinks.logIn.url}
        target="_blank"
        rel="noopener"
        className={buttonClass({ look: 'on-dark', size: 'small' })}
      >
        {platformLinks.logIn.label}
      </a>
      <a href={platformLinks.register.url} target="_blank" rel="noopener" className={buttonClass({ size: 'small' })}>
        {platformLinks.register.label}
      </a>
    </>
  )
}

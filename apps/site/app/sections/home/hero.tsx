import { buttonClass } from '@sherpa/ui/button'
import { ContourLines } from '@sherpa/ui/contour-lines'
import { hero } from '../../content/home'
import { platformLinks } from '../../content/navigation'

export function Hero() {
  return (
    <section id="home" tabIndex={-1} className="on-dark relative isolate overflow-clip pt-36 pb-24 sm:pt-48 sm:pb-36">
      <ContourLines />
      <div className="page-width">
        <h1 className="max-w-4xl text-display">{hero.taglines[0]}</h1>
        <p className="mt-6 max-w-2xl text-lg">{hero.copy}</p>
        <a href={platformLinks.getStarted.url} target="_blank" rel="noopener" className={`mt-10 ${buttonClass()}`}>
          {platformLinks.getStarted.label}
        </a>
      </div>
    </section>
  )
}

import { buttonClass } from '@sherpa/ui/button'
import { ContourLines } from '@sherpa/ui/contour-lines'
import { useState } from 'react'
import { useReducedMotion } from '../../behaviors/reduced-motion'
import { useTypewriter } from '../../behaviors/typewriter'
import { hero } from '../../content/home'
import { platformLinks } from '../../content/navigation'
import { PauseButton } from './pause-button'
import { HeroScene } from './scenes/hero-scene'

export function Hero() {
  const still = useReducedMotion()
  const [paused, setPaused] = useState(false)
  return (
    <section
      id="home"
      tabIndex={-1}
      data-paused={paused || undefined}
      className="hero on-dark relative isolate overflow-clip pb-16 lg:pb-28"
    >
      <ContourLines />
      <div className="page-width grid items-center gap-x-12 gap-y-14 lg:grid-cols-[1.08fr_1fr]">
        <div>
          <Taglines running={!still && !paused} />
          <p className="hero-copy max-w-[34rem] text-lg text-pretty">{hero.copy}</p>
          <div className="hero-actions flex items-center gap-4">
            <a href={platformLinks.getStarted.url} target="_blank" rel="noopener" className={buttonClass()}>
              {platformLinks.getStarted.label}
            </a>
            <PauseButton look="on-dark" label={hero.pauseMotion} paused={paused} onToggle={() => setPaused(!paused)} />
          </div>
        </div>
        <HeroScene label={hero.scene} />
      </div>
    </section>
  )
}

const [firstTagline, ...otherTaglines] = hero.taglines

/** Taglines with typing animation; static for assistive technology and reduced motion. */
function Taglines({ running }: { running: boolean }) {
  const { phrase, shown } = useTypewriter(hero.taglines, running)
  const tagline = hero.taglines[phrase] ?? firstTagline
  return (
    <>
      <h1 className="text-hero contain-content">
        <span className="sr-only">{firstTagline}</span>
        <span aria-hidden="true" className="grid *:col-start-1 *:row-start-1">
          {/* Reserves the height of the longest tagline. */}
          {otherTaglines.map((other) => (
            <span key={other} className="invisible motion-reduce:hidden">
              {other}
            </span>
          ))}
          <span data-typed>
            {tagline.slice(0, shown)}
            <span className="caret" />
            <span className="invisible">{tagline.slice(shown)}</span>
          </span>
        </span>
      </h1>
      <ul className="sr-only text-lg text-balance text-white motion-reduce:not-sr-only motion-reduce:mt-4">
        {otherTaglines.map((other) => (
          <li key={other}>{other}</li>
        ))}
      </ul>
    </>
  )
}

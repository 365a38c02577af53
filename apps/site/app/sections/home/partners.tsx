import { useState } from 'react'
import { partners } from '../../content/home'
import { PartnerLogo } from './partner-logo'
import { PauseButton } from './pause-button'

/** Spec §9: endless carousel of eight logos, four distinct, animated by CSS (carousel.css). */
export function Partners() {
  const [paused, setPaused] = useState(false)
  return (
    <section id="Partners" tabIndex={-1} className="section-space bg-snow">
      <div className="page-width">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-heading">{partners.title}</h2>
          <PauseButton look="light" label={partners.pause} paused={paused} onToggle={() => setPaused(!paused)} />
        </div>
        <div className="carousel mt-12" data-paused={paused || undefined}>
          <ul className="carousel-track">
            {[false, true].flatMap((repeated) =>
              partners.logos.map(({ mark, name }) => (
                <li key={`${mark}${repeated}`} aria-hidden={repeated || undefined} className="carousel-slide">
                  <PartnerLogo mark={mark} name={name} />
                </li>
              )),
            )}
          </ul>
        </div>
      </div>
    </section>
  )
}

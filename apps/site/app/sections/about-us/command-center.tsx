import { ContourLines } from '@sherpa/ui/contour-lines'
import { aboutUs } from '../../content/about-us'
import { HeroScene } from '../home/scenes/hero-scene'

export function CommandCenter() {
  const { title, text, scene } = aboutUs.commandCenter
  return (
    <section className="on-dark section-space relative isolate overflow-clip">
      <ContourLines />
      <div className="page-width grid items-center gap-x-16 gap-y-12 lg:grid-cols-2">
        <div>
          <h2 className="text-heading">{title}</h2>
          <p className="mt-4 max-w-lg text-lg">{text}</p>
        </div>
        <HeroScene label={scene} />
      </div>
    </section>
  )
}

import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { aboutUs } from '../../content/home'
import { pages } from '../../content/pages'

export function AboutUs() {
  return (
    <section id="about" tabIndex={-1} className="section-space">
      <div className="page-width grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.35fr]">
        <div>
          <h2 className="text-heading">{aboutUs.title}</h2>
          <p className="mt-4 max-w-sm text-lg">{aboutUs.lead}</p>
          <Link to={pages.aboutUs.path} className={`mt-8 ${buttonClass({ look: 'secondary' })}`}>
            {aboutUs.more}
            <span className="sr-only">{aboutUs.moreAbout}</span>
          </Link>
        </div>
        <div className="grid gap-x-10 gap-y-10 sm:grid-cols-2">
          {aboutUs.parts.map(({ title, text }) => (
            <div key={title} className="border-t-2 border-ink pt-5">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-3">{text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

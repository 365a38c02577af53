import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { aboutUs } from '../../content/home'
import { pages } from '../../content/pages'

export function AboutUs() {
  return (
    <section id="about" tabIndex={-1} className="section-space">
      <div className="page-width">
        <h2 className="text-heading">{aboutUs.title}</h2>
        <div className="mt-14 grid gap-x-16 gap-y-12 md:grid-cols-2">
          {aboutUs.parts.map(({ title, text }) => (
            <div key={title} className="border-t-2 border-ink pt-5">
              <h3 className="text-2xl">{title}</h3>
              <p className="mt-3 max-w-[60ch]">{text}</p>
            </div>
          ))}
        </div>
        <Link to={pages.aboutUs.path} className={`mt-14 ${buttonClass({ look: 'secondary' })}`}>
          {aboutUs.more}
          <span className="sr-only">{aboutUs.moreAbout}</span>
        </Link>
      </div>
    </section>
  )
}

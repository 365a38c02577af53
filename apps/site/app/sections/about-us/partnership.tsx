import { buttonClass } from '@sherpa/ui/button'
import { aboutUs } from '../../content/about-us'
import { SectionHeading } from '../../frame/section-heading'

export function Partnership() {
  const { title, text, action, href } = aboutUs.partnership
  return (
    <section className="section-space">
      <div className="page-width">
        <SectionHeading title={title} lead={text} />
        <a href={href} className={`mt-8 ${buttonClass()}`}>
          {action}
        </a>
      </div>
    </section>
  )
}

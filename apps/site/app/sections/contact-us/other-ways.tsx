import { buttonClass } from '@sherpa/ui/button'
import { Icon, type IconName } from '@sherpa/ui/icon'
import { textLinkClass } from '@sherpa/ui/text-link'
import type { ReactNode } from 'react'
import { company } from '../../content/company'
import { contactUs } from '../../content/contact-us'
import { SectionHeading } from '../../frame/section-heading'

export function OtherWays() {
  const { title, liveChat, call, message, email } = contactUs.otherWays
  return (
    <section className="section-space bg-snow">
      <div className="page-width">
        <SectionHeading title={title} />
        <ul className="mt-10 grid gap-x-10 gap-y-8 md:grid-cols-3">
          <Way icon="chat" {...liveChat} />
          <Way icon="phone" {...call}>
            <a href={`tel:${company.phone.dialled}`} className={`touch-area ${textLinkClass}`}>
              {company.phone.shown}
            </a>
          </Way>
          <Way icon="people" {...message}>
            <span className="flex flex-wrap gap-x-4">
              {company.socialProfiles.map(({ network, url }) => (
                <a key={network} href={url} target="_blank" rel="noopener" className={`touch-area ${textLinkClass}`}>
                  {network}
                </a>
              ))}
            </span>
          </Way>
        </ul>
        <a href={email.href} className={`mt-12 ${buttonClass()}`}>
          {email.action}
        </a>
      </div>
    </section>
  )
}

function Way({ icon, title, text, children }: { icon: IconName; title: string; text: string; children?: ReactNode }) {
  return (
    <li className="border-t-2 border-ink pt-5">
      <h3 className="flex items-center gap-3 text-xl">
        <Icon name={icon} className="size-6 text-glacier" />
        {title}
      </h3>
      <p className="mt-2">{text}</p>
      {children}
    </li>
  )
}

import { PageHero } from '@sherpa/ui/page-hero'
import { contactUs } from '../content/contact-us'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'
import { ContactCards } from '../sections/contact-us/contact-cards'
import { ContactFaqs } from '../sections/contact-us/contact-faqs'
import { OtherWays } from '../sections/contact-us/other-ways'

export const meta = () => pageMeta(pages.contactUs)

export default function ContactUs() {
  return (
    <>
      <PageHero back={<BackLink />} {...contactUs.hero} />
      <ContactCards />
      <OtherWays />
      <ContactFaqs />
    </>
  )
}

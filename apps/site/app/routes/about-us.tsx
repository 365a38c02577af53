import { PageHero } from '@sherpa/ui/page-hero'
import { aboutUs } from '../content/about-us'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'
import { Benefits } from '../sections/about-us/benefits'
import { CommandCenter } from '../sections/about-us/command-center'
import { Features } from '../sections/about-us/features'
import { Partnership } from '../sections/about-us/partnership'

export const meta = () => pageMeta(pages.aboutUs)

export default function AboutUs() {
  return (
    <>
      <PageHero back={<BackLink />} {...aboutUs.hero} />
      <Features />
      <Benefits />
      <CommandCenter />
      <Partnership />
    </>
  )
}

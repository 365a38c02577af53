import { LoadingScreen } from '@sherpa/ui/loading-screen'
import { useFirstDocument } from '../behaviours/first-document'
import { pages } from '../content/pages'
import { organizationJsonLd, pageMeta } from '../page-meta'
import { AboutUs } from '../sections/home/about-us'
import { Hero } from '../sections/home/hero'
import { HowItWorks } from '../sections/home/how-it-works'
import { Partners } from '../sections/home/partners'

export const meta = () => [...pageMeta(pages.home), organizationJsonLd]

export default function Home() {
  const firstDocument = useFirstDocument()
  return (
    <>
      {firstDocument && <LoadingScreen />}
      <Hero />
      <HowItWorks />
      <AboutUs />
      <Partners />
    </>
  )
}

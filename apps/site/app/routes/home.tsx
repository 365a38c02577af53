import { LoadingScreen } from '@sherpa/ui/loading-screen'
import { Suspense } from 'react'
import { useDrawnWhenIdle } from '../behaviors/drawn-when-near'
import { useFirstDocument } from '../behaviors/first-document'
import { pages } from '../content/pages'
import { organizationJsonLd, pageMeta } from '../page-meta'
import { AboutUs } from '../sections/home/about-us'
import { ScheduleDemo } from '../sections/home/demo/schedule-demo'
import { GetInTouch } from '../sections/home/get-in-touch'
import { Hero } from '../sections/home/hero'
import { HowItWorks } from '../sections/home/how-it-works'
import { Partners } from '../sections/home/partners'

export const meta = () => [...pageMeta(pages.home), organizationJsonLd]

export default function Home() {
  const firstDocument = useFirstDocument()
  useDrawnWhenIdle()
  return (
    <>
      {firstDocument && <LoadingScreen />}
      <Hero />
      <div className={firstDocument ? 'drawn-when-near' : undefined}>
        {/* Selective hydration: each section hydrates when idle or on interaction. */}
        <Suspense>
          <HowItWorks />
        </Suspense>
        <Suspense>
          <AboutUs />
        </Suspense>
        <Suspense>
          <GetInTouch />
        </Suspense>
        <Suspense>
          <Partners />
        </Suspense>
        <Suspense>
          <ScheduleDemo />
        </Suspense>
      </div>
    </>
  )
}

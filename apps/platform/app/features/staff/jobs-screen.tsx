import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { FailedJobsPanel } from './failed-jobs-panel.tsx'

export function Component() {
  return (
    <>
      <ScreenHeading title="Jobs" />
      <FailedJobsPanel />
    </>
  )
}

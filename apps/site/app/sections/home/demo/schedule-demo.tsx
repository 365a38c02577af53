import { scheduleDemo } from '../../../content/home'
import { DemoForm } from './demo-form'

export function ScheduleDemo() {
  return (
    <section aria-labelledby="schedule-demo" className="section-space">
      <div className="page-width grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.35fr]">
        <div>
          <h2 id="schedule-demo" className="text-heading">
            {scheduleDemo.title}
          </h2>
          <p className="mt-4 max-w-md text-lg">{scheduleDemo.lead}</p>
          <ul className="mt-8 flex max-w-md flex-col gap-4">
            {scheduleDemo.promises.map((promise) => (
              <li key={promise} className="flex gap-3">
                <svg
                  aria-hidden="true"
                  viewBox="0 0 20 20"
                  className="mt-1 size-5 shrink-0 fill-none stroke-glacier"
                  strokeWidth="2"
                >
                  <path d="m3 11 5 5 9-11" />
                </svg>
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <DemoForm />
      </div>
    </section>
  )
}

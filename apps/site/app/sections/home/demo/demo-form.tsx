import type { DemoField } from '@sherpa/contracts/demo-request'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { MessageBox } from '@sherpa/ui/message-box'
import { showToast } from '@sherpa/ui/toast-area'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { timestampWithOffset, visitorTimeZone } from '../../../behaviors/local-time'
import { useTimedMessage } from '../../../behaviors/timed-message'
import { company } from '../../../content/company'
import { scheduleDemo } from '../../../content/home'
import { SHOW_DEMO_FAILURE } from '../../../settings'
import { DateTimeField } from './date-time-field'

const words = scheduleDemo.form
const noErrors: ReadonlyMap<DemoField, string> = new Map()

/** Validation and data layer load on the first interaction with the form. */
const loadSending = () => import('./send-demo-request')

export function DemoForm() {
  const [moment, setMoment] = useState<Date>()
  const [errors, setErrors] = useState(noErrors)
  const [submitting, setSubmitting] = useState(false)
  const [message, setMessage] = useTimedMessage()
  const busy = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)

  // Blur while sending: the button is disabled, and a phone's keyboard would cover the message.
  // Then focus the button with the message in view, unless focus moved elsewhere.
  useEffect(() => {
    if (!submitting) return
    form.current?.querySelector<HTMLElement>(':focus')?.blur()
    return () => {
      if (document.activeElement === document.body) submitButton.current?.focus()
    }
  }, [submitting])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    const request = readForm(event.currentTarget, moment)
    try {
      const sending = await loadSending()
      const wrong = sending.demoErrors(request, new Date())
      setErrors(wrong)
      if (wrong.size > 0) {
        setMessage({ kind: 'error', text: sending.demoErrorBanner(wrong.values()) })
        focusFirst(wrong)
        return
      }
      setMessage(undefined)
      setSubmitting(true)
      await sending.sendDemoRequest(request, visitorTimeZone())
      form.current?.reset()
      setMoment(undefined)
      setMessage({ kind: 'success', text: scheduleDemo.success })
    } catch (error) {
      // Spec §4: only logged. The input stays.
      console.error('The demo request was not sent.', error)
      if (SHOW_DEMO_FAILURE) showToast('error', scheduleDemo.failureNotice)
    } finally {
      busy.current = false
      setSubmitting(false)
    }
  }

  /** Clears errors of corrected fields. New errors appear at the next submit only. */
  async function recheck(changedMoment = moment) {
    if (errors.size === 0 || !form.current) return
    const { demoErrors, demoErrorBanner } = await loadSending()
    const wrong = demoErrors(readForm(form.current, changedMoment), new Date())
    const left = new Map([...wrong].filter(([field]) => errors.has(field)))
    setErrors(left)
    setMessage(left.size > 0 ? { kind: 'error', text: demoErrorBanner(left.values()) } : undefined)
  }

  function focusFirst(wrong: ReadonlyMap<DemoField, string>) {
    const [first] = wrong.keys()
    const control = first && form.current?.elements.namedItem(controlOf[first])
    if (!(control instanceof HTMLInputElement)) return
    control.focus({ preventScroll: true })
    // Scroll the label to the top, so that the rest of the form has room above the message.
    control.labels?.[0]?.scrollIntoView({ block: 'start' })
  }

  return (
    <form
      ref={form}
      // Without scripts nothing is submitted, not even into the URL.
      method="dialog"
      noValidate
      aria-labelledby="demo-form-title"
      onSubmit={submit}
      onInput={() => recheck()}
      onFocus={loadSending}
      className="flex flex-col gap-5 rounded-lg border border-line bg-white p-6 shadow-soft sm:p-10"
    >
      <h3 id="demo-form-title" className="text-2xl">
        {words.title}
      </h3>
      <noscript>
        <p>
          {words.withoutJavaScript} <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
      </noscript>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={words.name} error={errors.get('full_name')}>
          {(control) => (
            <input {...control} name="name" required autoComplete="name" maxLength={200} className={controlClass} />
          )}
        </Field>
        <Field label={words.email} error={errors.get('email')}>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              required
              autoComplete="email"
              maxLength={254}
              className={controlClass}
            />
          )}
        </Field>
        <Field label={words.phone} note={words.optional} error={errors.get('phone')}>
          {(control) => (
            <input {...control} name="phone" type="tel" autoComplete="tel" maxLength={50} className={controlClass} />
          )}
        </Field>
        <Field label={words.company} note={words.optional} error={errors.get('company')}>
          {(control) => (
            <input {...control} name="company" autoComplete="organization" maxLength={200} className={controlClass} />
          )}
        </Field>
      </div>
      <DateTimeField
        name="preferredDate"
        label={words.preferredDate}
        placeholder={words.choose}
        error={errors.get('preferred_date_time')}
        moment={moment}
        onChoose={(chosen) => {
          setMoment(chosen)
          void recheck(chosen)
        }}
      />
      <Field label={words.message} note={words.optional} error={errors.get('additional_info')}>
        {(control) => <textarea {...control} name="message" rows={4} maxLength={5000} className={controlClass} />}
      </Field>
      <div className="form-message">
        <MessageBox message={message} />
      </div>
      <Button ref={submitButton} type="submit" busy={submitting} disabled={submitting} className="sm:self-start">
        {submitting ? words.submitting : words.submit}
      </Button>
    </form>
  )
}

/** Spec §3: control names by API field. */
const controlOf: Record<DemoField, string> = {
  full_name: 'name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  preferred_date_time: 'preferredDate',
  additional_info: 'message',
}

function readForm(form: HTMLFormElement, moment: Date | undefined) {
  const typed = new FormData(form)
  const text = (field: DemoField) => String(typed.get(controlOf[field]) ?? '')
  return {
    full_name: text('full_name'),
    email: text('email'),
    phone: text('phone'),
    company: text('company'),
    preferred_date_time: moment ? timestampWithOffset(moment) : '',
    additional_info: text('additional_info'),
  }
}

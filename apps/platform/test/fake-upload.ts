import { vi } from 'vitest'

let sent: FakeUpload[] = []

/** Fake XMLHttpRequest whose progress and outcome the test controls. */
class FakeUpload {
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  readonly #events = new EventTarget()
  address = ''
  status = 0
  responseText = ''
  aborted = false
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader = () => null
  addEventListener(name: string, listener: () => void) {
    this.#events.addEventListener(name, listener)
  }
  send() {
    sent.push(this)
  }
  abort() {
    this.aborted = true
    this.#events.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }))
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.#events.dispatchEvent(new Event('load'))
  }
  breakOff() {
    this.#events.dispatchEvent(new Event('error'))
  }
}

/** Replaces XMLHttpRequest. Returns the list of uploads, which fills as they are sent. */
export function catchUploads() {
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  return sent
}
export type { FakeUpload }

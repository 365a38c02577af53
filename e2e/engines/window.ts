import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Driver, Element, Key } from './driver.ts'
import { findArguments, findSource, type Role, type Target } from './find.ts'

type Name = string | (Omit<Target, 'role'> & { name?: string })

/** Browser window of a journey, with auto-waiting. */
export class Window {
  readonly driver: Driver

  constructor(driver: Driver) {
    this.driver = driver
  }

  async goto(address: string) {
    await this.driver.goto(address)
  }

  /** Runs a self-contained function in the page. */
  evaluate<Result, Args extends readonly unknown[]>(work: (...args: Args) => Result, ...args: Args) {
    return this.driver.evaluate(work.toString(), args) as Promise<Awaited<Result>>
  }

  async press(role: Role, name: Name) {
    await this.act(targetOf(role, name), true, (element) => element.click())
  }

  async pressText(text: string, options: Omit<Target, 'text'> = {}) {
    await this.act({ text, ...options }, true, (element) => element.click())
  }

  /** Replaces the value of a field. Dates are set directly, because typing them differs by engine. */
  async fill(label: string, text: string, options: Target = {}) {
    await this.act({ label, ...options }, false, async (element) => {
      const isTyped = await this.evaluateOn({ label, ...options }, setValue, text)
      if (isTyped) await element.type(text)
    })
  }

  /** Chooses an option by its text or a part of it. */
  async choose(label: string, option: string, options: Target = {}) {
    await this.act({ label, ...options }, false, async () => {
      await this.evaluateOn({ label, ...options }, chooseOption, option)
    })
  }

  async upload(label: string, path: string) {
    // The file input may be hidden.
    await expect(async () => {
      const source = `(label) => [...document.querySelectorAll('input[type=file]')].findLast((field) =>
        ((field.getAttribute('aria-label') ?? '') + [...field.labels].map((one) => one.textContent)).includes(label))`
      const field = await this.driver.findElement(source, [label])
      if (!field) throw new Error(`There is no field ${label} yet.`)
      await field.setFile(path)
    }).toPass(waiting)
  }

  /** File that a click downloads: from the driver, or fetched from the link's URL if the driver saves none. */
  async download(press: () => Promise<void>) {
    await this.evaluate(noteDownloads)
    await press()
    let found: { href: string; name: string } | undefined
    await expect(async () => {
      found = await this.evaluate(
        () => (globalThis as unknown as { downloads: { href: string; name: string }[] }).downloads[0],
      )
      expect(found).toBeTruthy()
    }).toPass(waiting)
    const { href = '', name = '' } = found ?? {}
    if (!this.driver.downloaded) return Buffer.from(await (await fetch(href)).arrayBuffer())
    let saved: Buffer | undefined
    await expect(async () => {
      saved = await this.driver.downloaded?.(name)
      expect(saved?.length).toBeGreaterThan(0)
    }).toPass(waiting)
    return saved ?? Buffer.alloc(0)
  }

  async key(key: Key) {
    await this.driver.press(key)
  }

  async sees(target: Target) {
    await expect(async () => {
      if (!(await this.has(target))) throw new Error(`${JSON.stringify(target)} is not there.`)
    }).toPass(waiting)
  }

  async misses(target: Target) {
    await expect(async () => {
      if (await this.has(target)) throw new Error(`${JSON.stringify(target)} is still there.`)
    }).toPass(waiting)
  }

  has(target: Target) {
    return this.driver.evaluate(`(...args) => (${findSource})(...args) !== null`, findArguments(target))
  }

  valueOf(label: string) {
    return this.evaluateOn({ label }, (field) => (field as HTMLInputElement).value)
  }

  /** Runs a function on an element once it exists. */
  async evaluateOn<Result, Args extends readonly unknown[]>(
    target: Target,
    work: (element: globalThis.Element, ...args: Args) => Result,
    ...args: Args
  ) {
    await this.sees(target)
    const source = `(found, ...args) => (${work.toString()})((${findSource})(...found), ...args)`
    return this.driver.evaluate(source, [findArguments(target), ...args]) as Promise<Awaited<Result>>
  }

  /** Waits for hydration. */
  async waitForHydration() {
    await expect(async () => {
      const isDone = await this.evaluate(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
      )
      expect(isDone).toBe(true)
    }).toPass(waiting)
  }

  async screenshot(path: string) {
    await writeFile(path, await this.driver.screenshot())
  }

  private placeOf(target: Target) {
    const source = `(...found) => (${placeOfElement})((${findSource})(...found))`
    return this.driver.evaluate(source, findArguments(target, true))
  }

  private async act(target: Target, forPress: boolean, work: (element: Element) => Promise<void>) {
    await expect(async () => {
      const before = forPress ? await this.placeOf(target) : undefined
      const element = await this.driver.findElement(findSource, findArguments(target, forPress))
      if (!element) throw new Error(`${JSON.stringify(target)} is not there.`)
      // A click on a moving element could miss it.
      if (before !== (forPress ? await this.placeOf(target) : undefined)) throw new Error('It moves.')
      await work(element)
    }).toPass(waiting)
  }
}

/** Position of an element after 50 ms. */
async function placeOfElement(element: globalThis.Element | null) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  return JSON.stringify(element?.getBoundingClientRect())
}

/** Generous timeout for busy machines. */
const waiting = { timeout: 60_000, intervals: [100] }

function targetOf(role: Role, name: Name): Target {
  return typeof name === 'string' ? { role, name, exact: true } : { role, ...name }
}

/** Clears a field for typing, or sets a date. Returns whether to type. */
function setValue(field: globalThis.Element, text: string) {
  const input = field as HTMLInputElement
  const isTyped = !/date|month|time/.test(input.type)
  const { prototype } = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  input.scrollIntoView({ block: 'center' })
  input.focus()
  if (isTyped && input.value === '') return true
  // Uses the prototype's setter, because React overrides the element's.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, isTyped ? '' : text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
  return isTyped
}

function noteDownloads() {
  const downloads: { href: string; name: string }[] = []
  Object.assign(globalThis, { downloads })
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function press() {
    if (this.hasAttribute('download')) downloads.push({ href: this.href, name: this.download })
    click.call(this)
  }
}

function chooseOption(field: globalThis.Element, wanted: string) {
  const select = field as HTMLSelectElement
  const option =
    [...select.options].find(({ text }) => text === wanted) ??
    [...select.options].find(({ text }) => text.includes(wanted))
  if (!option) throw new Error(`There is no option ${wanted}.`)
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, option.value)
  select.dispatchEvent(new Event('input', { bubbles: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

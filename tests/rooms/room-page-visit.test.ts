// A visit on the page of a room in a real browser: what it shows, asks other sites for, reports, and how it ends.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inBrowser, overflow, PageBrowser, shoot, violations } from '../support/page-browser.ts';
import { until } from '../support/until.ts';
import { type Data, RoomWorld } from './room-world.ts';

let world: RoomWorld;
let pages: PageBrowser;

beforeAll(async () => {
  world = await RoomWorld.start();
  pages = await PageBrowser.start(world.service.url);
});

afterAll(async () => {
  await pages?.stop();
  await world?.stop();
});

inBrowser('a visit on the page of a room', () => {
  it('asks another site for an embedded page only when the visitor wants to see it', async () => {
    const { id } = await world.room({ title: 'To watch' });
    await world.item(id, { kind: 'embed', title: 'Tour', url: 'https://www.youtube.com/watch?t=3&v=abc-1' });
    await world.item(id, { kind: 'embed', title: 'Sketch', url: 'https://figma.com/file/1?x=2' });
    const { token } = await world.link(id);
    const page = await pages.open(`/room#token=${token}`);
    await page.getByRole('button', { name: 'Open the room' }).click();
    await page.getByRole('button', { name: 'Show Tour here' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(pages.outside).toEqual([]);
    await page.getByText('This loads a page from www.youtube-nocookie.com.').waitFor();
    await page.route(/^https:/, (route) => route.fulfill({ body: '<p>A site', contentType: 'text/html' }));
    for (const title of ['Tour', 'Sketch'])
      await page.getByRole('button', { name: `Show ${title} here` }).press('Enter');
    const shown = await page
      .locator('iframe')
      .evaluateAll((frames) =>
        frames.map((frame) => [frame.getAttribute('src'), frame.getAttribute('sandbox')]),
      );
    const sandbox = 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation';
    expect(shown).toEqual([
      ['https://www.youtube-nocookie.com/embed/abc-1', sandbox],
      [
        `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent('https://figma.com/file/1?x=2')}`,
        sandbox,
      ],
    ]);
    expect(await violations(page)).toEqual([]);
  });

  it('reports an item that is higher than the screen as viewed, and the time that it was read', async () => {
    const { id } = await world.room({ title: 'To read' });
    const body = `<h1>Terms</h1>${'<p>A long text.</p>'.repeat(120)}<table><tr><td>${'wide'.repeat(60)}</td></tr></table>`;
    const item = await world.item(id, { kind: 'note', title: 'Everything', body });
    const { token } = await world.link(id);
    const page = await pages.open(`/room#token=${token}`);
    await page.getByRole('button', { name: 'Open the room' }).click();
    await page.getByRole('heading', { name: 'Terms', level: 4 }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.waitForTimeout(2_000);
    await page.goto('about:blank');
    const events = await until(async () => {
      const found: Data[] = await world.ok('GET', `/api/rooms/${id}/events?pageSize=50`);
      return found.some(({ type }) => type === 'time_spent') ? found : undefined;
    });
    const about = events.filter((event: Data) => event.item?.id === item.id);
    expect(about.map(({ type }: Data) => type).sort()).toEqual(['item_viewed', 'time_spent']);
    expect(about.find(({ type }: Data) => type === 'time_spent').seconds).toBeGreaterThanOrEqual(2);
  });

  it('answers a comment of the team, and says when the session has ended', async () => {
    const { id } = await world.room({ title: 'To discuss' });
    const item = await world.item(id, { kind: 'note', title: 'Offer', body: '<p>100</p>' });
    const question = { body: 'Is it clear?', item_id: item.id };
    const asked = await world.ok('POST', `/api/rooms/${id}/comments`, question);
    const link = await world.link(id);
    const page = await pages.open(`/room#token=${link.token}`, { dark: true });
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Open the room' }).click();
    await page.getByText('about Offer').waitFor();
    await page.getByRole('button', { name: /^Answer / }).press('Enter');
    // The field takes the focus once it is there.
    await page.locator('textarea:focus').waitFor();
    await page.getByLabel(/^Your answer to/).waitFor();
    await page.keyboard.type('It is.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your comment was sent.').waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'answered-dark');
    const comments = await world.ok('GET', `/api/rooms/${id}/comments`);
    expect(comments.map(({ body, parent_id }: Data) => [body, parent_id])).toEqual([
      ['Is it clear?', null],
      ['It is.', asked.id],
    ]);
    await world.ok('PATCH', `/api/rooms/${id}/links/${link.id}`, { password: 'open sesame' });
    await page.getByLabel('Your comment').fill('One more');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your visit has ended. Please open the room again.').waitFor();
    await page.getByLabel('Password').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('takes the code at once, and offers another one after half a minute', async () => {
    const { id } = await world.room({ title: 'By code' });
    const { token } = await world.link(id, { verify_email: true });
    const page = await pages.open(`/room#token=${token}`);
    await page.getByLabel('Mail address').fill('ada@buyer.example');
    await page.keyboard.press('Enter');
    const mail = await world.mails.next('ada@buyer.example');
    await page.getByRole('button', { name: /^Send a new code \(in \d+ s\)$/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Send a new code/ }).isDisabled()).toBe(true);
    await page.locator('input[name=code]:focus').waitFor();
    await page.keyboard.type(/\b(\d{6})\b/.exec(mail.text)![1]!);
    await page.keyboard.press('Enter');
    await page.getByText('You are here as Ada.').waitFor();
    expect(pages.outside).toEqual([]);
  });
});

"""A browser driven through its DevTools protocol, over the pipes that Chromium offers: nothing to install."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def found():
    """The browser's program, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None


class Browser:
    """One Chromium without a window."""

    def __init__(self, *arguments):
        self.folder = tempfile.mkdtemp(prefix="patsat-browser-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def pipes():
            # Chromium reads commands from 3 and writes answers to 4; dup2 in two steps, as these may be taken.
            high = [os.dup2(fd, fd + 100) for fd in (to_browser, from_browser)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [found(), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--hide-scrollbars", "--disable-background-networking", f"--user-data-dir={self.folder}", *arguments],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.buffer, self.events = 0, b"", []

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _message(self, until):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_end], [], [], max(0, until - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser did not answer in time")
            piece = os.read(self.read_end, 1 << 20)
            if not piece:
                raise EOFError("the browser ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def send(self, method, params=None, session=None, seconds=60):
        """Sends a command and returns its result; events on the way are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + seconds
        while True:
            answer = self._message(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def page(self, url, width=1280, height=860, mobile=False, dark=False, still=True):
        return Page(self, url, (width, height), mobile, dark, still)


class Page:
    """A tab that keeps its requests and the lines of its console; `still`: nothing on it moves by itself."""

    def __init__(self, browser, url, size, mobile, dark, still):
        self.browser = browser
        self.target = browser.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = browser.send("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.size(*size, mobile)
        if mobile:
            self.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        features = {"prefers-color-scheme": "dark" if dark else "light",
                    "prefers-reduced-motion": "reduce" if still else "no-preference"}
        self.send("Emulation.setEmulatedMedia",
                  {"features": [{"name": name, "value": value} for name, value in features.items()]})
        self.url = url
        self.send("Page.navigate", {"url": url})
        self.until("document.documentElement?.dataset.ready !== undefined")

    def send(self, method, params=None, seconds=60):
        return self.browser.send(method, params, self.session, seconds)

    def size(self, width, height, mobile=False):
        self.send("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 2 if mobile else 1, "mobile": mobile})
        # The page gets the event of its new size before it draws the next frame.
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def close(self):
        self.browser.send("Target.closeTarget", {"targetId": self.target})

    def run(self, script, seconds=60):
        """The value of an expression, awaited if it is a promise."""
        params = {"expression": script, "returnByValue": True, "awaitPromise": True, "userGesture": True}
        answer = self.send("Runtime.evaluate", params, seconds)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def until(self, script, seconds=30):
        """Waits for an expression to be true; how long that took."""
        began = time.monotonic()
        while True:
            value = self.run(f"Boolean({script})")
            if value:
                return time.monotonic() - began
            if time.monotonic() - began > seconds:
                raise AssertionError(f"never true within {seconds} s: {script}\n{self.text('said')}\n{self.text('panel')[:1500]}")
            time.sleep(0.02)

    def text(self, name):
        return self.run(f"document.getElementById({name!r}).innerText")

    def click(self, name):
        self.run(f"document.getElementById({name!r}).click()")

    def key(self, key, text=None):
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        params = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        typed = {"Enter": "\r"}.get(key, key if len(key) == 1 else None)
        self.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": typed, **params} if typed else {"type": "rawKeyDown", **params})
        self.send("Input.dispatchKeyEvent", {"type": "keyUp", **params})

    def middle(self, selector, offset=(0.5, 0.5)):
        """The middle of an element on the screen, or another point of it."""
        return self.run(f"""(() => {{ const box = document.querySelector({selector!r}).getBoundingClientRect();
            return [box.left + box.width * {offset[0]}, box.top + box.height * {offset[1]}]; }})()""")

    def mouse(self, kind, point, **more):
        self.send("Input.dispatchMouseEvent", {"type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1, **more})

    def drag(self, start, end):
        self.mouse("mousePressed", start, buttons=1)
        for step in range(1, 6):
            point = [a + (b - a) * step / 5 for a, b in zip(start, end)]
            self.mouse("mouseMoved", point, buttons=1)
        self.mouse("mouseReleased", end)

    def picture(self, file, whole=False):
        import base64
        data = self.send("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": whole})["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))

    def events_of(self, kind):
        """What events of this kind hold, of this page."""
        self.run("1")
        return [event["params"] for event in self.browser.events
                if event["method"] == kind and event.get("sessionId") == self.session]

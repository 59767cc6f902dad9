; Made from exchange.c by heddle.runtime.cpu.pool.generate: clang version 22.1.8 -O0 -emit-llvm, without what names a target or a compiler.
%struct.exchange = type { ptr, i64, i64, ptr, ptr, i64, ptr, [8 x i64], i64, i64, i64, ptr, i64, ptr, ptr, ptr, i64, i64, [3 x ptr], ptr, ptr, i64, i64, i64, i64, i64 }
%struct.round = type { i64, i64, i64, i64, i64, i64 }
%struct.library = type { ptr, ptr, ptr, ptr }
%struct.window = type { ptr, i64, i64, i64, i64, i64 }
%struct.message = type { i64, i64, i64, i64, i64 }
%struct.mailbox = type { ptr, ptr, [4 x i64] }
%struct.slot = type { i64, i64, i64, i64, [32 x i8] }

define i64 @heddle_exchange_test(ptr %x) {
entry:
  %x.addr = alloca ptr, align 8
  %found = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %call = call i64 @look(ptr %0)
  store i64 %call, ptr %found, align 8
  %1 = load i64, ptr %found, align 8
  %cmp = icmp eq i64 %1, 2
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr %x.addr, align 8
  call void @progress_mpi(ptr %2)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %3 = load i64, ptr %found, align 8
  ret i64 %3
}

define internal i64 @look(ptr %x) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %r = alloca ptr, align 8
  %awaited = alloca i64, align 8
  %found = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  br label %for.cond

for.cond:                                         ; preds = %if.end33, %entry
  %0 = load ptr, ptr %x.addr, align 8
  %at = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 23
  %1 = load i64, ptr %at, align 8
  %2 = load ptr, ptr %x.addr, align 8
  %round_count = getelementptr inbounds nuw %struct.exchange, ptr %2, i32 0, i32 12
  %3 = load i64, ptr %round_count, align 8
  %cmp = icmp slt i64 %1, %3
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.cond
  %4 = load ptr, ptr %x.addr, align 8
  %rounds = getelementptr inbounds nuw %struct.exchange, ptr %4, i32 0, i32 11
  %5 = load ptr, ptr %rounds, align 8
  %6 = load ptr, ptr %x.addr, align 8
  %at1 = getelementptr inbounds nuw %struct.exchange, ptr %6, i32 0, i32 23
  %7 = load i64, ptr %at1, align 8
  %add.ptr = getelementptr inbounds %struct.round, ptr %5, i64 %7
  br label %cond.end

cond.false:                                       ; preds = %for.cond
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %add.ptr, %cond.true ], [ null, %cond.false ]
  store ptr %cond, ptr %r, align 8
  %8 = load ptr, ptr %r, align 8
  %tobool = icmp ne ptr %8, null
  br i1 %tobool, label %cond.true2, label %cond.false4

cond.true2:                                       ; preds = %cond.end
  %9 = load ptr, ptr %r, align 8
  %awaited3 = getelementptr inbounds nuw %struct.round, ptr %9, i32 0, i32 1
  %10 = load i64, ptr %awaited3, align 8
  br label %cond.end5

cond.false4:                                      ; preds = %cond.end
  %11 = load ptr, ptr %x.addr, align 8
  %posted = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 21
  %12 = load i64, ptr %posted, align 8
  br label %cond.end5

cond.end5:                                        ; preds = %cond.false4, %cond.true2
  %cond6 = phi i64 [ %10, %cond.true2 ], [ %12, %cond.false4 ]
  store i64 %cond6, ptr %awaited, align 8
  br label %for.cond7

for.cond7:                                        ; preds = %for.inc, %cond.end5
  %13 = load ptr, ptr %x.addr, align 8
  %tested = getelementptr inbounds nuw %struct.exchange, ptr %13, i32 0, i32 22
  %14 = load i64, ptr %tested, align 8
  %15 = load i64, ptr %awaited, align 8
  %cmp8 = icmp slt i64 %14, %15
  br i1 %cmp8, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond7
  %16 = load ptr, ptr %x.addr, align 8
  %17 = load ptr, ptr %x.addr, align 8
  %tested9 = getelementptr inbounds nuw %struct.exchange, ptr %17, i32 0, i32 22
  %18 = load i64, ptr %tested9, align 8
  %call = call i64 @test_message(ptr %16, i64 %18)
  store i64 %call, ptr %found, align 8
  %19 = load i64, ptr %found, align 8
  %cmp10 = icmp eq i64 %19, 2
  br i1 %cmp10, label %land.lhs.true, label %if.end

land.lhs.true:                                    ; preds = %for.body
  %20 = load ptr, ptr %x.addr, align 8
  %near = getelementptr inbounds nuw %struct.exchange, ptr %20, i32 0, i32 4
  %21 = load ptr, ptr %near, align 8
  %tobool11 = icmp ne ptr %21, null
  br i1 %tobool11, label %if.then, label %if.end

if.then:                                          ; preds = %land.lhs.true
  %22 = load ptr, ptr %x.addr, align 8
  %call12 = call i64 @write_waiting(ptr %22)
  store i64 %call12, ptr %found, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %land.lhs.true, %for.body
  %23 = load i64, ptr %found, align 8
  %tobool13 = icmp ne i64 %23, 0
  br i1 %tobool13, label %if.then14, label %if.end15

if.then14:                                        ; preds = %if.end
  %24 = load i64, ptr %found, align 8
  store i64 %24, ptr %retval, align 8
  br label %return

if.end15:                                         ; preds = %if.end
  br label %for.inc

for.inc:                                          ; preds = %if.end15
  %25 = load ptr, ptr %x.addr, align 8
  %tested16 = getelementptr inbounds nuw %struct.exchange, ptr %25, i32 0, i32 22
  %26 = load i64, ptr %tested16, align 8
  %inc = add nsw i64 %26, 1
  store i64 %inc, ptr %tested16, align 8
  br label %for.cond7

for.end:                                          ; preds = %for.cond7
  %27 = load ptr, ptr %r, align 8
  %tobool17 = icmp ne ptr %27, null
  br i1 %tobool17, label %if.end19, label %if.then18

if.then18:                                        ; preds = %for.end
  store i64 0, ptr %retval, align 8
  br label %return

if.end19:                                         ; preds = %for.end
  %28 = load ptr, ptr %x.addr, align 8
  %at20 = getelementptr inbounds nuw %struct.exchange, ptr %28, i32 0, i32 23
  %29 = load i64, ptr %at20, align 8
  %inc21 = add nsw i64 %29, 1
  store i64 %inc21, ptr %at20, align 8
  %30 = load ptr, ptr %r, align 8
  %combined = getelementptr inbounds nuw %struct.round, ptr %30, i32 0, i32 2
  %31 = load i64, ptr %combined, align 8
  %tobool22 = icmp ne i64 %31, 0
  br i1 %tobool22, label %if.then23, label %if.end29

if.then23:                                        ; preds = %if.end19
  %32 = load ptr, ptr %x.addr, align 8
  %combine = getelementptr inbounds nuw %struct.exchange, ptr %32, i32 0, i32 14
  %33 = load ptr, ptr %combine, align 8
  %34 = load ptr, ptr %x.addr, align 8
  %memory = getelementptr inbounds nuw %struct.exchange, ptr %34, i32 0, i32 18
  %arrayidx = getelementptr inbounds [3 x ptr], ptr %memory, i64 0, i64 0
  %35 = load ptr, ptr %arrayidx, align 8
  %36 = load ptr, ptr %r, align 8
  %into = getelementptr inbounds nuw %struct.round, ptr %36, i32 0, i32 3
  %37 = load i64, ptr %into, align 8
  %add.ptr24 = getelementptr inbounds i8, ptr %35, i64 %37
  %38 = load ptr, ptr %x.addr, align 8
  %memory25 = getelementptr inbounds nuw %struct.exchange, ptr %38, i32 0, i32 18
  %39 = load ptr, ptr %r, align 8
  %from = getelementptr inbounds nuw %struct.round, ptr %39, i32 0, i32 4
  %40 = load i64, ptr %from, align 8
  %arrayidx26 = getelementptr inbounds [3 x ptr], ptr %memory25, i64 0, i64 %40
  %41 = load ptr, ptr %arrayidx26, align 8
  %42 = load ptr, ptr %r, align 8
  %offset = getelementptr inbounds nuw %struct.round, ptr %42, i32 0, i32 5
  %43 = load i64, ptr %offset, align 8
  %add.ptr27 = getelementptr inbounds i8, ptr %41, i64 %43
  %44 = load ptr, ptr %r, align 8
  %combined28 = getelementptr inbounds nuw %struct.round, ptr %44, i32 0, i32 2
  %45 = load i64, ptr %combined28, align 8
  call void %33(ptr %add.ptr24, ptr %add.ptr27, i64 %45)
  br label %if.end29

if.end29:                                         ; preds = %if.then23, %if.end19
  %46 = load ptr, ptr %x.addr, align 8
  %47 = load ptr, ptr %r, align 8
  %messages = getelementptr inbounds nuw %struct.round, ptr %47, i32 0, i32 0
  %48 = load i64, ptr %messages, align 8
  %call30 = call i64 @post(ptr %46, i64 %48)
  %tobool31 = icmp ne i64 %call30, 0
  br i1 %tobool31, label %if.then32, label %if.end33

if.then32:                                        ; preds = %if.end29
  store i64 3, ptr %retval, align 8
  br label %return

if.end33:                                         ; preds = %if.end29
  br label %for.cond

return:                                           ; preds = %if.then32, %if.then18, %if.then14
  %49 = load i64, ptr %retval, align 8
  ret i64 %49
}

define internal void @progress_mpi(ptr %x) {
entry:
  %x.addr = alloca ptr, align 8
  %flag = alloca i32, align 4
  %status = alloca [32 x i64], align 16
  store ptr %x, ptr %x.addr, align 8
  store i32 0, ptr %flag, align 4
  %0 = load ptr, ptr %x.addr, align 8
  %near = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 4
  %1 = load ptr, ptr %near, align 8
  %tobool = icmp ne ptr %1, null
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr %x.addr, align 8
  %mpi = getelementptr inbounds nuw %struct.exchange, ptr %2, i32 0, i32 0
  %3 = load ptr, ptr %mpi, align 8
  %probe = getelementptr inbounds nuw %struct.library, ptr %3, i32 0, i32 3
  %4 = load ptr, ptr %probe, align 8
  %5 = load ptr, ptr %x.addr, align 8
  %near1 = getelementptr inbounds nuw %struct.exchange, ptr %5, i32 0, i32 4
  %6 = load ptr, ptr %near1, align 8
  %any_source = getelementptr inbounds nuw %struct.window, ptr %6, i32 0, i32 4
  %7 = load i64, ptr %any_source, align 8
  %8 = load ptr, ptr %x.addr, align 8
  %near2 = getelementptr inbounds nuw %struct.exchange, ptr %8, i32 0, i32 4
  %9 = load ptr, ptr %near2, align 8
  %any_tag = getelementptr inbounds nuw %struct.window, ptr %9, i32 0, i32 5
  %10 = load i64, ptr %any_tag, align 8
  %11 = load ptr, ptr %x.addr, align 8
  %comm = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 2
  %12 = load i64, ptr %comm, align 8
  %13 = ptrtoint ptr %flag to i64
  %arraydecay = getelementptr inbounds [32 x i64], ptr %status, i64 0, i64 0
  %14 = ptrtoint ptr %arraydecay to i64
  %call = call i32 %4(i64 %7, i64 %10, i64 %12, i64 %13, i64 %14, i64 0, i64 0, i64 0)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret void
}

define i64 @heddle_exchange_begin(ptr %x, ptr %result, ptr %source) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %result.addr = alloca ptr, align 8
  %source.addr = alloca ptr, align 8
  %a = alloca [8 x i64], align 16
  %i = alloca i32, align 4
  store ptr %x, ptr %x.addr, align 8
  store ptr %result, ptr %result.addr, align 8
  store ptr %source, ptr %source.addr, align 8
  %0 = load ptr, ptr %result.addr, align 8
  %1 = load ptr, ptr %x.addr, align 8
  %memory = getelementptr inbounds nuw %struct.exchange, ptr %1, i32 0, i32 18
  %arrayidx = getelementptr inbounds [3 x ptr], ptr %memory, i64 0, i64 0
  store ptr %0, ptr %arrayidx, align 8
  %2 = load ptr, ptr %source.addr, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %memory1 = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 18
  %arrayidx2 = getelementptr inbounds [3 x ptr], ptr %memory1, i64 0, i64 1
  store ptr %2, ptr %arrayidx2, align 8
  %4 = load ptr, ptr %x.addr, align 8
  %own = getelementptr inbounds nuw %struct.exchange, ptr %4, i32 0, i32 15
  %5 = load ptr, ptr %own, align 8
  %6 = load ptr, ptr %x.addr, align 8
  %memory3 = getelementptr inbounds nuw %struct.exchange, ptr %6, i32 0, i32 18
  %arrayidx4 = getelementptr inbounds [3 x ptr], ptr %memory3, i64 0, i64 2
  store ptr %5, ptr %arrayidx4, align 8
  %7 = load ptr, ptr %x.addr, align 8
  %tested = getelementptr inbounds nuw %struct.exchange, ptr %7, i32 0, i32 22
  store i64 0, ptr %tested, align 8
  %8 = load ptr, ptr %x.addr, align 8
  %posted = getelementptr inbounds nuw %struct.exchange, ptr %8, i32 0, i32 21
  store i64 0, ptr %posted, align 8
  %9 = load ptr, ptr %x.addr, align 8
  %at = getelementptr inbounds nuw %struct.exchange, ptr %9, i32 0, i32 23
  store i64 0, ptr %at, align 8
  %10 = load ptr, ptr %x.addr, align 8
  %fault = getelementptr inbounds nuw %struct.exchange, ptr %10, i32 0, i32 25
  store i64 0, ptr %fault, align 8
  %11 = load ptr, ptr %x.addr, align 8
  %before = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 16
  %12 = load i64, ptr %before, align 8
  %cmp = icmp eq i64 %12, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %13 = load ptr, ptr %result.addr, align 8
  %14 = load ptr, ptr %source.addr, align 8
  %15 = load ptr, ptr %x.addr, align 8
  %nbytes = getelementptr inbounds nuw %struct.exchange, ptr %15, i32 0, i32 17
  %16 = load i64, ptr %nbytes, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %13, ptr align 1 %14, i64 %16, i1 false)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %17 = load ptr, ptr %x.addr, align 8
  %before5 = getelementptr inbounds nuw %struct.exchange, ptr %17, i32 0, i32 16
  %18 = load i64, ptr %before5, align 8
  %cmp6 = icmp eq i64 %18, 2
  br i1 %cmp6, label %if.then7, label %if.end9

if.then7:                                         ; preds = %if.end
  %19 = load ptr, ptr %result.addr, align 8
  %20 = load ptr, ptr %x.addr, align 8
  %nbytes8 = getelementptr inbounds nuw %struct.exchange, ptr %20, i32 0, i32 17
  %21 = load i64, ptr %nbytes8, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %19, i8 0, i64 %21, i1 false)
  br label %if.end9

if.end9:                                          ; preds = %if.then7, %if.end
  %22 = load ptr, ptr %x.addr, align 8
  %call = getelementptr inbounds nuw %struct.exchange, ptr %22, i32 0, i32 6
  %23 = load ptr, ptr %call, align 8
  %tobool = icmp ne ptr %23, null
  br i1 %tobool, label %if.end13, label %if.then10

if.then10:                                        ; preds = %if.end9
  %24 = load ptr, ptr %x.addr, align 8
  %sequence = getelementptr inbounds nuw %struct.exchange, ptr %24, i32 0, i32 3
  %25 = load ptr, ptr %sequence, align 8
  %26 = load i64, ptr %25, align 8
  %inc = add i64 %26, 1
  store i64 %inc, ptr %25, align 8
  %27 = load ptr, ptr %x.addr, align 8
  %number = getelementptr inbounds nuw %struct.exchange, ptr %27, i32 0, i32 24
  store i64 %inc, ptr %number, align 8
  %28 = load ptr, ptr %x.addr, align 8
  %call11 = call i64 @look(ptr %28)
  %cmp12 = icmp eq i64 %call11, 3
  %29 = zext i1 %cmp12 to i64
  %cond = select i1 %cmp12, i32 3, i32 0
  %conv = sext i32 %cond to i64
  store i64 %conv, ptr %retval, align 8
  br label %return

if.end13:                                         ; preds = %if.end9
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.end13
  %30 = load i32, ptr %i, align 4
  %cmp14 = icmp slt i32 %30, 8
  br i1 %cmp14, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %31 = load ptr, ptr %x.addr, align 8
  %given = getelementptr inbounds nuw %struct.exchange, ptr %31, i32 0, i32 7
  %32 = load i32, ptr %i, align 4
  %idxprom = sext i32 %32 to i64
  %arrayidx16 = getelementptr inbounds [8 x i64], ptr %given, i64 0, i64 %idxprom
  %33 = load i64, ptr %arrayidx16, align 8
  %34 = load i32, ptr %i, align 4
  %idxprom17 = sext i32 %34 to i64
  %arrayidx18 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %idxprom17
  store i64 %33, ptr %arrayidx18, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %35 = load i32, ptr %i, align 4
  %inc19 = add nsw i32 %35, 1
  store i32 %inc19, ptr %i, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %36 = load ptr, ptr %x.addr, align 8
  %result_at = getelementptr inbounds nuw %struct.exchange, ptr %36, i32 0, i32 8
  %37 = load i64, ptr %result_at, align 8
  %cmp20 = icmp sge i64 %37, 0
  br i1 %cmp20, label %if.then22, label %if.end25

if.then22:                                        ; preds = %for.end
  %38 = load ptr, ptr %result.addr, align 8
  %39 = ptrtoint ptr %38 to i64
  %40 = load ptr, ptr %x.addr, align 8
  %result_at23 = getelementptr inbounds nuw %struct.exchange, ptr %40, i32 0, i32 8
  %41 = load i64, ptr %result_at23, align 8
  %arrayidx24 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %41
  store i64 %39, ptr %arrayidx24, align 8
  br label %if.end25

if.end25:                                         ; preds = %if.then22, %for.end
  %42 = load ptr, ptr %x.addr, align 8
  %source_at = getelementptr inbounds nuw %struct.exchange, ptr %42, i32 0, i32 9
  %43 = load i64, ptr %source_at, align 8
  %cmp26 = icmp sge i64 %43, 0
  br i1 %cmp26, label %if.then28, label %if.end31

if.then28:                                        ; preds = %if.end25
  %44 = load ptr, ptr %source.addr, align 8
  %45 = ptrtoint ptr %44 to i64
  %46 = load ptr, ptr %x.addr, align 8
  %source_at29 = getelementptr inbounds nuw %struct.exchange, ptr %46, i32 0, i32 9
  %47 = load i64, ptr %source_at29, align 8
  %arrayidx30 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %47
  store i64 %45, ptr %arrayidx30, align 8
  br label %if.end31

if.end31:                                         ; preds = %if.then28, %if.end25
  %48 = load ptr, ptr %x.addr, align 8
  %requests = getelementptr inbounds nuw %struct.exchange, ptr %48, i32 0, i32 19
  %49 = load ptr, ptr %requests, align 8
  %arrayidx32 = getelementptr inbounds i64, ptr %49, i64 0
  %50 = ptrtoint ptr %arrayidx32 to i64
  %51 = load ptr, ptr %x.addr, align 8
  %request_at = getelementptr inbounds nuw %struct.exchange, ptr %51, i32 0, i32 10
  %52 = load i64, ptr %request_at, align 8
  %arrayidx33 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %52
  store i64 %50, ptr %arrayidx33, align 8
  %53 = load ptr, ptr %x.addr, align 8
  %requests34 = getelementptr inbounds nuw %struct.exchange, ptr %53, i32 0, i32 19
  %54 = load ptr, ptr %requests34, align 8
  %arrayidx35 = getelementptr inbounds i64, ptr %54, i64 0
  store i64 0, ptr %arrayidx35, align 8
  %55 = load ptr, ptr %x.addr, align 8
  %call36 = getelementptr inbounds nuw %struct.exchange, ptr %55, i32 0, i32 6
  %56 = load ptr, ptr %call36, align 8
  %arrayidx37 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 0
  %57 = load i64, ptr %arrayidx37, align 16
  %arrayidx38 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 1
  %58 = load i64, ptr %arrayidx38, align 8
  %arrayidx39 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 2
  %59 = load i64, ptr %arrayidx39, align 16
  %arrayidx40 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 3
  %60 = load i64, ptr %arrayidx40, align 8
  %arrayidx41 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 4
  %61 = load i64, ptr %arrayidx41, align 16
  %arrayidx42 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 5
  %62 = load i64, ptr %arrayidx42, align 8
  %arrayidx43 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 6
  %63 = load i64, ptr %arrayidx43, align 16
  %arrayidx44 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 7
  %64 = load i64, ptr %arrayidx44, align 8
  %call45 = call i32 %56(i64 %57, i64 %58, i64 %59, i64 %60, i64 %61, i64 %62, i64 %63, i64 %64)
  %conv46 = sext i32 %call45 to i64
  %65 = load ptr, ptr %x.addr, align 8
  %fault47 = getelementptr inbounds nuw %struct.exchange, ptr %65, i32 0, i32 25
  store i64 %conv46, ptr %fault47, align 8
  %66 = load ptr, ptr %x.addr, align 8
  %fault48 = getelementptr inbounds nuw %struct.exchange, ptr %66, i32 0, i32 25
  %67 = load i64, ptr %fault48, align 8
  %tobool49 = icmp ne i64 %67, 0
  br i1 %tobool49, label %if.then50, label %if.end51

if.then50:                                        ; preds = %if.end31
  store i64 3, ptr %retval, align 8
  br label %return

if.end51:                                         ; preds = %if.end31
  %68 = load ptr, ptr %x.addr, align 8
  %posted52 = getelementptr inbounds nuw %struct.exchange, ptr %68, i32 0, i32 21
  store i64 1, ptr %posted52, align 8
  store i64 0, ptr %retval, align 8
  br label %return

return:                                           ; preds = %if.end51, %if.then50, %if.then10
  %69 = load i64, ptr %retval, align 8
  ret i64 %69
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)

define i64 @heddle_exchange_start(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load i64, ptr %looks.addr, align 8
  %1 = load ptr, ptr %x.addr, align 8
  %2 = load ptr, ptr %bufs.addr, align 8
  %arrayidx = getelementptr inbounds ptr, ptr %2, i64 0
  %3 = load ptr, ptr %arrayidx, align 8
  %4 = load ptr, ptr %bufs.addr, align 8
  %arrayidx1 = getelementptr inbounds ptr, ptr %4, i64 1
  %5 = load ptr, ptr %arrayidx1, align 8
  %call = call i64 @heddle_exchange_begin(ptr %1, ptr %3, ptr %5)
  ret i64 %call
}

define i64 @heddle_exchange_progress(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  %1 = load i64, ptr %looks.addr, align 8
  %2 = load ptr, ptr %x.addr, align 8
  %call = call i64 @heddle_exchange_test(ptr %2)
  %cmp = icmp eq i64 %call, 3
  %3 = zext i1 %cmp to i64
  %cond = select i1 %cmp, i32 3, i32 0
  %conv = sext i32 %cond to i64
  ret i64 %conv
}

define i64 @heddle_exchange_wait(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  %found = alloca i64, align 8
  %k = alloca i32, align 4
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  store i64 2, ptr %found, align 8
  br label %while.cond

while.cond:                                       ; preds = %if.end, %entry
  %1 = load i64, ptr %found, align 8
  %cmp = icmp eq i64 %1, 2
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %2 = load i64, ptr %looks.addr, align 8
  %dec = add nsw i64 %2, -1
  store i64 %dec, ptr %looks.addr, align 8
  %tobool = icmp ne i64 %2, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %3 = phi i1 [ false, %while.cond ], [ %tobool, %land.rhs ]
  br i1 %3, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %4 = load ptr, ptr %x.addr, align 8
  %near = getelementptr inbounds nuw %struct.exchange, ptr %4, i32 0, i32 4
  %5 = load ptr, ptr %near, align 8
  %tobool1 = icmp ne ptr %5, null
  %6 = zext i1 %tobool1 to i64
  %cond = select i1 %tobool1, i32 32, i32 1
  store i32 %cond, ptr %k, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %while.body
  %7 = load i32, ptr %k, align 4
  %tobool2 = icmp ne i32 %7, 0
  br i1 %tobool2, label %land.rhs3, label %land.end5

land.rhs3:                                        ; preds = %for.cond
  %8 = load i64, ptr %found, align 8
  %cmp4 = icmp eq i64 %8, 2
  br label %land.end5

land.end5:                                        ; preds = %land.rhs3, %for.cond
  %9 = phi i1 [ false, %for.cond ], [ %cmp4, %land.rhs3 ]
  br i1 %9, label %for.body, label %for.end

for.body:                                         ; preds = %land.end5
  %10 = load ptr, ptr %x.addr, align 8
  %call = call i64 @look(ptr %10)
  store i64 %call, ptr %found, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %11 = load i32, ptr %k, align 4
  %dec6 = add nsw i32 %11, -1
  store i32 %dec6, ptr %k, align 4
  br label %for.cond

for.end:                                          ; preds = %land.end5
  %12 = load i64, ptr %found, align 8
  %cmp7 = icmp eq i64 %12, 2
  br i1 %cmp7, label %if.then, label %if.end

if.then:                                          ; preds = %for.end
  %13 = load ptr, ptr %x.addr, align 8
  call void @progress_mpi(ptr %13)
  br label %if.end

if.end:                                           ; preds = %if.then, %for.end
  br label %while.cond

while.end:                                        ; preds = %land.end
  %14 = load i64, ptr %found, align 8
  ret i64 %14
}

define i64 @heddle_exchange_begin_own(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  %1 = load i64, ptr %looks.addr, align 8
  %2 = load ptr, ptr %x.addr, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %own = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 15
  %4 = load ptr, ptr %own, align 8
  %5 = load ptr, ptr %x.addr, align 8
  %own1 = getelementptr inbounds nuw %struct.exchange, ptr %5, i32 0, i32 15
  %6 = load ptr, ptr %own1, align 8
  %add.ptr = getelementptr inbounds i8, ptr %6, i64 32
  %call = call i64 @heddle_exchange_begin(ptr %2, ptr %4, ptr %add.ptr)
  ret i64 %call
}

define i64 @heddle_exchange_agree(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  %found = alloca i64, align 8
  %got = alloca ptr, align 8
  %sent = alloca ptr, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  %1 = load ptr, ptr %x.addr, align 8
  %2 = load i64, ptr %looks.addr, align 8
  %call = call i64 @heddle_exchange_wait(ptr %0, ptr %1, i64 %2)
  store i64 %call, ptr %found, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %own = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 15
  %4 = load ptr, ptr %own, align 8
  store ptr %4, ptr %got, align 8
  %5 = load ptr, ptr %got, align 8
  %add.ptr = getelementptr inbounds i64, ptr %5, i64 4
  store ptr %add.ptr, ptr %sent, align 8
  %6 = load i64, ptr %found, align 8
  %cmp = icmp eq i64 %6, 0
  br i1 %cmp, label %land.lhs.true, label %cond.false

land.lhs.true:                                    ; preds = %entry
  %7 = load ptr, ptr %got, align 8
  %arrayidx = getelementptr inbounds i64, ptr %7, i64 0
  %8 = load i64, ptr %arrayidx, align 8
  %9 = load ptr, ptr %sent, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %9, i64 0
  %10 = load i64, ptr %arrayidx1, align 8
  %cmp2 = icmp ne i64 %8, %10
  br i1 %cmp2, label %cond.true, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %land.lhs.true
  %11 = load ptr, ptr %got, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %11, i64 1
  %12 = load i64, ptr %arrayidx3, align 8
  %13 = load ptr, ptr %sent, align 8
  %arrayidx4 = getelementptr inbounds i64, ptr %13, i64 1
  %14 = load i64, ptr %arrayidx4, align 8
  %cmp5 = icmp ne i64 %12, %14
  br i1 %cmp5, label %cond.true, label %cond.false

cond.true:                                        ; preds = %lor.lhs.false, %land.lhs.true
  br label %cond.end

cond.false:                                       ; preds = %lor.lhs.false, %entry
  %15 = load i64, ptr %found, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ 4, %cond.true ], [ %15, %cond.false ]
  ret i64 %cond
}

define void @heddle_combine_add_float32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds float, ptr %4, i64 %5
  %6 = load float, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds float, ptr %7, i64 %8
  %9 = load float, ptr %arrayidx1, align 4
  %add = fadd float %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds float, ptr %10, i64 %11
  store float %add, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_add_float64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds double, ptr %4, i64 %5
  %6 = load double, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %7, i64 %8
  %9 = load double, ptr %arrayidx1, align 8
  %add = fadd double %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %10, i64 %11
  store double %add, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_add_int32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %add = add i32 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i32, ptr %10, i64 %11
  store i32 %add, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_add_int64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %add = add i64 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i64, ptr %10, i64 %11
  store i64 %add, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_float32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds float, ptr %4, i64 %5
  %6 = load float, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds float, ptr %7, i64 %8
  %9 = load float, ptr %arrayidx1, align 4
  %mul = fmul float %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds float, ptr %10, i64 %11
  store float %mul, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_float64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds double, ptr %4, i64 %5
  %6 = load double, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %7, i64 %8
  %9 = load double, ptr %arrayidx1, align 8
  %mul = fmul double %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %10, i64 %11
  store double %mul, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_int32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %mul = mul i32 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i32, ptr %10, i64 %11
  store i32 %mul, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_int64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %mul = mul i64 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i64, ptr %10, i64 %11
  store i64 %mul, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_int32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %cmp2 = icmp sgt i32 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i32, ptr %10, i64 %11
  %12 = load i32, ptr %arrayidx3, align 4
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i32, ptr %13, i64 %14
  %15 = load i32, ptr %arrayidx4, align 4
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i32, ptr %16, i64 %17
  store i32 %cond, ptr %arrayidx5, align 4
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_int64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %cmp2 = icmp sgt i64 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %10, i64 %11
  %12 = load i64, ptr %arrayidx3, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i64, ptr %13, i64 %14
  %15 = load i64, ptr %arrayidx4, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i64, ptr %16, i64 %17
  store i64 %cond, ptr %arrayidx5, align 8
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_uint32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %cmp2 = icmp ugt i32 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i32, ptr %10, i64 %11
  %12 = load i32, ptr %arrayidx3, align 4
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i32, ptr %13, i64 %14
  %15 = load i32, ptr %arrayidx4, align 4
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i32, ptr %16, i64 %17
  store i32 %cond, ptr %arrayidx5, align 4
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_uint64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %cmp2 = icmp ugt i64 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %10, i64 %11
  %12 = load i64, ptr %arrayidx3, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i64, ptr %13, i64 %14
  %15 = load i64, ptr %arrayidx4, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i64, ptr %16, i64 %17
  store i64 %cond, ptr %arrayidx5, align 8
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define internal i64 @test_message(ptr %x, i64 %i) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %near = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 4
  %1 = load ptr, ptr %near, align 8
  %tobool = icmp ne ptr %1, null
  br i1 %tobool, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr %x.addr, align 8
  %3 = load i64, ptr %i.addr, align 8
  %call = call i64 @test_by_mpi(ptr %2, i64 %3)
  store i64 %call, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %entry
  %4 = load ptr, ptr %x.addr, align 8
  %states = getelementptr inbounds nuw %struct.exchange, ptr %4, i32 0, i32 20
  %5 = load ptr, ptr %states, align 8
  %6 = load i64, ptr %i.addr, align 8
  %arrayidx = getelementptr inbounds i64, ptr %5, i64 %6
  %7 = load i64, ptr %arrayidx, align 8
  %cmp = icmp eq i64 %7, 2
  br i1 %cmp, label %if.then1, label %if.end8

if.then1:                                         ; preds = %if.end
  %8 = load ptr, ptr %x.addr, align 8
  %messages = getelementptr inbounds nuw %struct.exchange, ptr %8, i32 0, i32 13
  %9 = load ptr, ptr %messages, align 8
  %10 = load i64, ptr %i.addr, align 8
  %arrayidx2 = getelementptr inbounds %struct.message, ptr %9, i64 %10
  %is_sent = getelementptr inbounds nuw %struct.message, ptr %arrayidx2, i32 0, i32 0
  %11 = load i64, ptr %is_sent, align 8
  %tobool3 = icmp ne i64 %11, 0
  br i1 %tobool3, label %cond.true, label %cond.false

cond.true:                                        ; preds = %if.then1
  %12 = load ptr, ptr %x.addr, align 8
  %13 = load i64, ptr %i.addr, align 8
  %call4 = call i64 @write_slot(ptr %12, i64 %13)
  br label %cond.end

cond.false:                                       ; preds = %if.then1
  %14 = load ptr, ptr %x.addr, align 8
  %15 = load i64, ptr %i.addr, align 8
  %call5 = call i64 @read_slot(ptr %14, i64 %15)
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %call4, %cond.true ], [ %call5, %cond.false ]
  %16 = load ptr, ptr %x.addr, align 8
  %states6 = getelementptr inbounds nuw %struct.exchange, ptr %16, i32 0, i32 20
  %17 = load ptr, ptr %states6, align 8
  %18 = load i64, ptr %i.addr, align 8
  %arrayidx7 = getelementptr inbounds i64, ptr %17, i64 %18
  store i64 %cond, ptr %arrayidx7, align 8
  br label %if.end8

if.end8:                                          ; preds = %cond.end, %if.end
  %19 = load ptr, ptr %x.addr, align 8
  %states9 = getelementptr inbounds nuw %struct.exchange, ptr %19, i32 0, i32 20
  %20 = load ptr, ptr %states9, align 8
  %21 = load i64, ptr %i.addr, align 8
  %arrayidx10 = getelementptr inbounds i64, ptr %20, i64 %21
  %22 = load i64, ptr %arrayidx10, align 8
  %cmp11 = icmp eq i64 %22, -2
  br i1 %cmp11, label %cond.true12, label %cond.false14

cond.true12:                                      ; preds = %if.end8
  %23 = load ptr, ptr %x.addr, align 8
  %24 = load i64, ptr %i.addr, align 8
  %call13 = call i64 @test_by_mpi(ptr %23, i64 %24)
  br label %cond.end17

cond.false14:                                     ; preds = %if.end8
  %25 = load ptr, ptr %x.addr, align 8
  %states15 = getelementptr inbounds nuw %struct.exchange, ptr %25, i32 0, i32 20
  %26 = load ptr, ptr %states15, align 8
  %27 = load i64, ptr %i.addr, align 8
  %arrayidx16 = getelementptr inbounds i64, ptr %26, i64 %27
  %28 = load i64, ptr %arrayidx16, align 8
  br label %cond.end17

cond.end17:                                       ; preds = %cond.false14, %cond.true12
  %cond18 = phi i64 [ %call13, %cond.true12 ], [ %28, %cond.false14 ]
  store i64 %cond18, ptr %retval, align 8
  br label %return

return:                                           ; preds = %cond.end17, %if.then
  %29 = load i64, ptr %retval, align 8
  ret i64 %29
}

define internal i64 @write_waiting(ptr %x) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %tested = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 22
  %1 = load i64, ptr %tested, align 8
  %add = add nsw i64 %1, 1
  store i64 %add, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %posted = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 21
  %4 = load i64, ptr %posted, align 8
  %cmp = icmp slt i64 %2, %4
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %5 = load ptr, ptr %x.addr, align 8
  %messages = getelementptr inbounds nuw %struct.exchange, ptr %5, i32 0, i32 13
  %6 = load ptr, ptr %messages, align 8
  %7 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds %struct.message, ptr %6, i64 %7
  %is_sent = getelementptr inbounds nuw %struct.message, ptr %arrayidx, i32 0, i32 0
  %8 = load i64, ptr %is_sent, align 8
  %tobool = icmp ne i64 %8, 0
  br i1 %tobool, label %land.lhs.true, label %if.end

land.lhs.true:                                    ; preds = %for.body
  %9 = load ptr, ptr %x.addr, align 8
  %10 = load i64, ptr %i, align 8
  %call = call i64 @test_message(ptr %9, i64 %10)
  %cmp1 = icmp eq i64 %call, 3
  br i1 %cmp1, label %if.then, label %if.end

if.then:                                          ; preds = %land.lhs.true
  store i64 3, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %land.lhs.true, %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %11 = load i64, ptr %i, align 8
  %inc = add nsw i64 %11, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  store i64 2, ptr %retval, align 8
  br label %return

return:                                           ; preds = %for.end, %if.then
  %12 = load i64, ptr %retval, align 8
  ret i64 %12
}

define internal i64 @post(ptr %x, i64 %count) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %i = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %count.addr, align 8
  %tobool = icmp ne i64 %0, 0
  br i1 %tobool, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load ptr, ptr %x.addr, align 8
  %posted = getelementptr inbounds nuw %struct.exchange, ptr %1, i32 0, i32 21
  %2 = load i64, ptr %posted, align 8
  store i64 %2, ptr %i, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %near = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 4
  %4 = load ptr, ptr %near, align 8
  %tobool1 = icmp ne ptr %4, null
  br i1 %tobool1, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %5 = load ptr, ptr %x.addr, align 8
  %messages = getelementptr inbounds nuw %struct.exchange, ptr %5, i32 0, i32 13
  %6 = load ptr, ptr %messages, align 8
  %7 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds %struct.message, ptr %6, i64 %7
  %is_sent = getelementptr inbounds nuw %struct.message, ptr %arrayidx, i32 0, i32 0
  %8 = load i64, ptr %is_sent, align 8
  %tobool2 = icmp ne i64 %8, 0
  br i1 %tobool2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %if.then
  %9 = load ptr, ptr %x.addr, align 8
  %10 = load i64, ptr %i, align 8
  %call = call i64 @write_slot(ptr %9, i64 %10)
  br label %cond.end

cond.false:                                       ; preds = %if.then
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %call, %cond.true ], [ 2, %cond.false ]
  %11 = load ptr, ptr %x.addr, align 8
  %states = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 20
  %12 = load ptr, ptr %states, align 8
  %13 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %12, i64 %13
  store i64 %cond, ptr %arrayidx3, align 8
  br label %if.end

if.end:                                           ; preds = %cond.end, %for.body
  %14 = load ptr, ptr %x.addr, align 8
  %near4 = getelementptr inbounds nuw %struct.exchange, ptr %14, i32 0, i32 4
  %15 = load ptr, ptr %near4, align 8
  %tobool5 = icmp ne ptr %15, null
  br i1 %tobool5, label %cond.true6, label %cond.false11

cond.true6:                                       ; preds = %if.end
  %16 = load ptr, ptr %x.addr, align 8
  %states7 = getelementptr inbounds nuw %struct.exchange, ptr %16, i32 0, i32 20
  %17 = load ptr, ptr %states7, align 8
  %18 = load i64, ptr %i, align 8
  %arrayidx8 = getelementptr inbounds i64, ptr %17, i64 %18
  %19 = load i64, ptr %arrayidx8, align 8
  %cmp = icmp eq i64 %19, 3
  %conv = zext i1 %cmp to i32
  %conv9 = sext i32 %conv to i64
  %tobool10 = icmp ne i64 %conv9, 0
  br i1 %tobool10, label %if.then14, label %if.end15

cond.false11:                                     ; preds = %if.end
  %20 = load ptr, ptr %x.addr, align 8
  %21 = load i64, ptr %i, align 8
  %call12 = call i64 @start_by_mpi(ptr %20, i64 %21)
  %tobool13 = icmp ne i64 %call12, 0
  br i1 %tobool13, label %if.then14, label %if.end15

if.then14:                                        ; preds = %cond.false11, %cond.true6
  store i64 3, ptr %retval, align 8
  br label %return

if.end15:                                         ; preds = %cond.false11, %cond.true6
  br label %for.inc

for.inc:                                          ; preds = %if.end15
  %22 = load i64, ptr %count.addr, align 8
  %dec = add nsw i64 %22, -1
  store i64 %dec, ptr %count.addr, align 8
  %23 = load ptr, ptr %x.addr, align 8
  %posted16 = getelementptr inbounds nuw %struct.exchange, ptr %23, i32 0, i32 21
  %24 = load i64, ptr %posted16, align 8
  %inc = add nsw i64 %24, 1
  store i64 %inc, ptr %posted16, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  store i64 0, ptr %retval, align 8
  br label %return

return:                                           ; preds = %for.end, %if.then14
  %25 = load i64, ptr %retval, align 8
  ret i64 %25
}

define internal i64 @test_by_mpi(ptr %x, i64 %i) {
entry:
  %x.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  %is_done = alloca i32, align 4
  %status = alloca [32 x i64], align 16
  store ptr %x, ptr %x.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  store i32 0, ptr %is_done, align 4
  %0 = load ptr, ptr %x.addr, align 8
  %mpi = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %mpi, align 8
  %test = getelementptr inbounds nuw %struct.library, ptr %1, i32 0, i32 2
  %2 = load ptr, ptr %test, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %requests = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 19
  %4 = load ptr, ptr %requests, align 8
  %5 = load i64, ptr %i.addr, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = ptrtoint ptr %arrayidx to i64
  %7 = ptrtoint ptr %is_done to i64
  %arraydecay = getelementptr inbounds [32 x i64], ptr %status, i64 0, i64 0
  %8 = ptrtoint ptr %arraydecay to i64
  %call = call i32 %2(i64 %6, i64 %7, i64 %8, i64 0, i64 0, i64 0, i64 0, i64 0)
  %conv = sext i32 %call to i64
  %9 = load ptr, ptr %x.addr, align 8
  %fault = getelementptr inbounds nuw %struct.exchange, ptr %9, i32 0, i32 25
  store i64 %conv, ptr %fault, align 8
  %10 = load ptr, ptr %x.addr, align 8
  %fault1 = getelementptr inbounds nuw %struct.exchange, ptr %10, i32 0, i32 25
  %11 = load i64, ptr %fault1, align 8
  %tobool = icmp ne i64 %11, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  br label %cond.end

cond.false:                                       ; preds = %entry
  %12 = load i32, ptr %is_done, align 4
  %tobool2 = icmp ne i32 %12, 0
  %13 = zext i1 %tobool2 to i64
  %cond = select i1 %tobool2, i32 0, i32 2
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond3 = phi i32 [ 3, %cond.true ], [ %cond, %cond.false ]
  %conv4 = sext i32 %cond3 to i64
  ret i64 %conv4
}

define internal i64 @write_slot(ptr %x, i64 %i) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  %m = alloca ptr, align 8
  %box = alloca ptr, align 8
  %to = alloca ptr, align 8
  %atomic-temp = alloca i64, align 8
  %k = alloca i64, align 8
  %atomic-temp14 = alloca i64, align 8
  %.atomictmp = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %messages = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 13
  %1 = load ptr, ptr %messages, align 8
  %2 = load i64, ptr %i.addr, align 8
  %add.ptr = getelementptr inbounds %struct.message, ptr %1, i64 %2
  store ptr %add.ptr, ptr %m, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %near = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 4
  %4 = load ptr, ptr %near, align 8
  %boxes = getelementptr inbounds nuw %struct.window, ptr %4, i32 0, i32 0
  %5 = load ptr, ptr %boxes, align 8
  %6 = load ptr, ptr %m, align 8
  %peer = getelementptr inbounds nuw %struct.message, ptr %6, i32 0, i32 1
  %7 = load i64, ptr %peer, align 8
  %arrayidx = getelementptr inbounds %struct.mailbox, ptr %5, i64 %7
  store ptr %arrayidx, ptr %box, align 8
  %8 = load ptr, ptr %box, align 8
  %slots = getelementptr inbounds nuw %struct.mailbox, ptr %8, i32 0, i32 0
  %9 = load ptr, ptr %slots, align 8
  %10 = load ptr, ptr %x.addr, align 8
  %number = getelementptr inbounds nuw %struct.exchange, ptr %10, i32 0, i32 24
  %11 = load i64, ptr %number, align 8
  %rem = urem i64 %11, 256
  %arrayidx1 = getelementptr inbounds nuw %struct.slot, ptr %9, i64 %rem
  store ptr %arrayidx1, ptr %to, align 8
  %12 = load ptr, ptr %to, align 8
  %read = getelementptr inbounds nuw %struct.slot, ptr %12, i32 0, i32 1
  %13 = load atomic i64, ptr %read acquire, align 8
  store i64 %13, ptr %atomic-temp, align 8
  %14 = load i64, ptr %atomic-temp, align 8
  %15 = load ptr, ptr %to, align 8
  %written = getelementptr inbounds nuw %struct.slot, ptr %15, i32 0, i32 0
  %16 = load i64, ptr %written, align 8
  %cmp = icmp ne i64 %14, %16
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store i64 2, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %entry
  %17 = load ptr, ptr %m, align 8
  %count = getelementptr inbounds nuw %struct.message, ptr %17, i32 0, i32 4
  %18 = load i64, ptr %count, align 8
  %19 = load ptr, ptr %x.addr, align 8
  %itemsize = getelementptr inbounds nuw %struct.exchange, ptr %19, i32 0, i32 5
  %20 = load i64, ptr %itemsize, align 8
  %mul = mul nsw i64 %18, %20
  %21 = load ptr, ptr %to, align 8
  %nbytes = getelementptr inbounds nuw %struct.slot, ptr %21, i32 0, i32 2
  store i64 %mul, ptr %nbytes, align 8
  %22 = load ptr, ptr %to, align 8
  %place = getelementptr inbounds nuw %struct.slot, ptr %22, i32 0, i32 3
  store i64 -1, ptr %place, align 8
  %23 = load ptr, ptr %to, align 8
  %nbytes2 = getelementptr inbounds nuw %struct.slot, ptr %23, i32 0, i32 2
  %24 = load i64, ptr %nbytes2, align 8
  %cmp3 = icmp sle i64 %24, 32
  br i1 %cmp3, label %if.then4, label %if.else

if.then4:                                         ; preds = %if.end
  %25 = load ptr, ptr %to, align 8
  %data = getelementptr inbounds nuw %struct.slot, ptr %25, i32 0, i32 4
  %arraydecay = getelementptr inbounds [32 x i8], ptr %data, i64 0, i64 0
  %26 = load ptr, ptr %x.addr, align 8
  %27 = load ptr, ptr %m, align 8
  %call = call ptr @address_of(ptr %26, ptr %27)
  %28 = load ptr, ptr %to, align 8
  %nbytes5 = getelementptr inbounds nuw %struct.slot, ptr %28, i32 0, i32 2
  %29 = load i64, ptr %nbytes5, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arraydecay, ptr align 1 %call, i64 %29, i1 false)
  br label %if.end38

if.else:                                          ; preds = %if.end
  store i64 0, ptr %k, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.else
  %30 = load i64, ptr %k, align 8
  %cmp6 = icmp slt i64 %30, 4
  br i1 %cmp6, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %31 = load ptr, ptr %box, align 8
  %used = getelementptr inbounds nuw %struct.mailbox, ptr %31, i32 0, i32 2
  %32 = load i64, ptr %k, align 8
  %arrayidx7 = getelementptr inbounds [4 x i64], ptr %used, i64 0, i64 %32
  %33 = load i64, ptr %arrayidx7, align 8
  %tobool = icmp ne i64 %33, 0
  br i1 %tobool, label %lor.lhs.false, label %if.then18

lor.lhs.false:                                    ; preds = %for.body
  %34 = load ptr, ptr %box, align 8
  %slots8 = getelementptr inbounds nuw %struct.mailbox, ptr %34, i32 0, i32 0
  %35 = load ptr, ptr %slots8, align 8
  %36 = load ptr, ptr %box, align 8
  %used9 = getelementptr inbounds nuw %struct.mailbox, ptr %36, i32 0, i32 2
  %37 = load i64, ptr %k, align 8
  %arrayidx10 = getelementptr inbounds [4 x i64], ptr %used9, i64 0, i64 %37
  %38 = load i64, ptr %arrayidx10, align 8
  %rem11 = urem i64 %38, 256
  %arrayidx12 = getelementptr inbounds nuw %struct.slot, ptr %35, i64 %rem11
  %read13 = getelementptr inbounds nuw %struct.slot, ptr %arrayidx12, i32 0, i32 1
  %39 = load atomic i64, ptr %read13 acquire, align 8
  store i64 %39, ptr %atomic-temp14, align 8
  %40 = load i64, ptr %atomic-temp14, align 8
  %41 = load ptr, ptr %box, align 8
  %used15 = getelementptr inbounds nuw %struct.mailbox, ptr %41, i32 0, i32 2
  %42 = load i64, ptr %k, align 8
  %arrayidx16 = getelementptr inbounds [4 x i64], ptr %used15, i64 0, i64 %42
  %43 = load i64, ptr %arrayidx16, align 8
  %cmp17 = icmp uge i64 %40, %43
  br i1 %cmp17, label %if.then18, label %if.end19

if.then18:                                        ; preds = %lor.lhs.false, %for.body
  br label %for.end

if.end19:                                         ; preds = %lor.lhs.false
  br label %for.inc

for.inc:                                          ; preds = %if.end19
  %44 = load i64, ptr %k, align 8
  %inc = add nsw i64 %44, 1
  store i64 %inc, ptr %k, align 8
  br label %for.cond

for.end:                                          ; preds = %if.then18, %for.cond
  %45 = load i64, ptr %k, align 8
  %cmp20 = icmp slt i64 %45, 4
  br i1 %cmp20, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.end
  %46 = load i64, ptr %k, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.end
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %46, %cond.true ], [ -2, %cond.false ]
  %47 = load ptr, ptr %to, align 8
  %place21 = getelementptr inbounds nuw %struct.slot, ptr %47, i32 0, i32 3
  store i64 %cond, ptr %place21, align 8
  %48 = load i64, ptr %k, align 8
  %cmp22 = icmp slt i64 %48, 4
  br i1 %cmp22, label %if.then23, label %if.else32

if.then23:                                        ; preds = %cond.end
  %49 = load ptr, ptr %x.addr, align 8
  %number24 = getelementptr inbounds nuw %struct.exchange, ptr %49, i32 0, i32 24
  %50 = load i64, ptr %number24, align 8
  %51 = load ptr, ptr %box, align 8
  %used25 = getelementptr inbounds nuw %struct.mailbox, ptr %51, i32 0, i32 2
  %52 = load i64, ptr %k, align 8
  %arrayidx26 = getelementptr inbounds [4 x i64], ptr %used25, i64 0, i64 %52
  store i64 %50, ptr %arrayidx26, align 8
  %53 = load ptr, ptr %box, align 8
  %blocks = getelementptr inbounds nuw %struct.mailbox, ptr %53, i32 0, i32 1
  %54 = load ptr, ptr %blocks, align 8
  %55 = load i64, ptr %k, align 8
  %56 = load ptr, ptr %x.addr, align 8
  %near27 = getelementptr inbounds nuw %struct.exchange, ptr %56, i32 0, i32 4
  %57 = load ptr, ptr %near27, align 8
  %block_bytes = getelementptr inbounds nuw %struct.window, ptr %57, i32 0, i32 2
  %58 = load i64, ptr %block_bytes, align 8
  %mul28 = mul nsw i64 %55, %58
  %add.ptr29 = getelementptr inbounds i8, ptr %54, i64 %mul28
  %59 = load ptr, ptr %x.addr, align 8
  %60 = load ptr, ptr %m, align 8
  %call30 = call ptr @address_of(ptr %59, ptr %60)
  %61 = load ptr, ptr %to, align 8
  %nbytes31 = getelementptr inbounds nuw %struct.slot, ptr %61, i32 0, i32 2
  %62 = load i64, ptr %nbytes31, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %add.ptr29, ptr align 1 %call30, i64 %62, i1 false)
  br label %if.end37

if.else32:                                        ; preds = %cond.end
  %63 = load ptr, ptr %x.addr, align 8
  %64 = load i64, ptr %i.addr, align 8
  %call33 = call i64 @start_by_mpi(ptr %63, i64 %64)
  %tobool34 = icmp ne i64 %call33, 0
  br i1 %tobool34, label %if.then35, label %if.end36

if.then35:                                        ; preds = %if.else32
  store i64 3, ptr %retval, align 8
  br label %return

if.end36:                                         ; preds = %if.else32
  br label %if.end37

if.end37:                                         ; preds = %if.end36, %if.then23
  br label %if.end38

if.end38:                                         ; preds = %if.end37, %if.then4
  %65 = load ptr, ptr %to, align 8
  %written39 = getelementptr inbounds nuw %struct.slot, ptr %65, i32 0, i32 0
  %66 = load ptr, ptr %x.addr, align 8
  %number40 = getelementptr inbounds nuw %struct.exchange, ptr %66, i32 0, i32 24
  %67 = load i64, ptr %number40, align 8
  store i64 %67, ptr %.atomictmp, align 8
  %68 = load i64, ptr %.atomictmp, align 8
  store atomic i64 %68, ptr %written39 release, align 8
  %69 = load ptr, ptr %to, align 8
  %place41 = getelementptr inbounds nuw %struct.slot, ptr %69, i32 0, i32 3
  %70 = load i64, ptr %place41, align 8
  %cmp42 = icmp eq i64 %70, -2
  %71 = zext i1 %cmp42 to i64
  %cond43 = select i1 %cmp42, i32 -2, i32 0
  %conv = sext i32 %cond43 to i64
  store i64 %conv, ptr %retval, align 8
  br label %return

return:                                           ; preds = %if.end38, %if.then35, %if.then
  %72 = load i64, ptr %retval, align 8
  ret i64 %72
}

define internal i64 @read_slot(ptr %x, i64 %i) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  %m = alloca ptr, align 8
  %box = alloca ptr, align 8
  %from = alloca ptr, align 8
  %atomic-temp = alloca i64, align 8
  %place = alloca i64, align 8
  %data = alloca ptr, align 8
  %.atomictmp = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %messages = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 13
  %1 = load ptr, ptr %messages, align 8
  %2 = load i64, ptr %i.addr, align 8
  %add.ptr = getelementptr inbounds %struct.message, ptr %1, i64 %2
  store ptr %add.ptr, ptr %m, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %near = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 4
  %4 = load ptr, ptr %near, align 8
  %boxes = getelementptr inbounds nuw %struct.window, ptr %4, i32 0, i32 0
  %5 = load ptr, ptr %boxes, align 8
  %6 = load ptr, ptr %x.addr, align 8
  %near1 = getelementptr inbounds nuw %struct.exchange, ptr %6, i32 0, i32 4
  %7 = load ptr, ptr %near1, align 8
  %size = getelementptr inbounds nuw %struct.window, ptr %7, i32 0, i32 1
  %8 = load i64, ptr %size, align 8
  %9 = load ptr, ptr %m, align 8
  %peer = getelementptr inbounds nuw %struct.message, ptr %9, i32 0, i32 1
  %10 = load i64, ptr %peer, align 8
  %add = add nsw i64 %8, %10
  %arrayidx = getelementptr inbounds %struct.mailbox, ptr %5, i64 %add
  store ptr %arrayidx, ptr %box, align 8
  %11 = load ptr, ptr %box, align 8
  %slots = getelementptr inbounds nuw %struct.mailbox, ptr %11, i32 0, i32 0
  %12 = load ptr, ptr %slots, align 8
  %13 = load ptr, ptr %x.addr, align 8
  %number = getelementptr inbounds nuw %struct.exchange, ptr %13, i32 0, i32 24
  %14 = load i64, ptr %number, align 8
  %rem = urem i64 %14, 256
  %arrayidx2 = getelementptr inbounds nuw %struct.slot, ptr %12, i64 %rem
  store ptr %arrayidx2, ptr %from, align 8
  %15 = load ptr, ptr %from, align 8
  %written = getelementptr inbounds nuw %struct.slot, ptr %15, i32 0, i32 0
  %16 = load atomic i64, ptr %written acquire, align 8
  store i64 %16, ptr %atomic-temp, align 8
  %17 = load i64, ptr %atomic-temp, align 8
  %18 = load ptr, ptr %x.addr, align 8
  %number3 = getelementptr inbounds nuw %struct.exchange, ptr %18, i32 0, i32 24
  %19 = load i64, ptr %number3, align 8
  %cmp = icmp ne i64 %17, %19
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store i64 2, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %entry
  %20 = load ptr, ptr %from, align 8
  %place4 = getelementptr inbounds nuw %struct.slot, ptr %20, i32 0, i32 3
  %21 = load i64, ptr %place4, align 8
  store i64 %21, ptr %place, align 8
  %22 = load i64, ptr %place, align 8
  %cmp5 = icmp eq i64 %22, -2
  br i1 %cmp5, label %if.then6, label %if.else

if.then6:                                         ; preds = %if.end
  %23 = load ptr, ptr %x.addr, align 8
  %24 = load i64, ptr %i.addr, align 8
  %call = call i64 @start_by_mpi(ptr %23, i64 %24)
  %tobool = icmp ne i64 %call, 0
  br i1 %tobool, label %if.then7, label %if.end8

if.then7:                                         ; preds = %if.then6
  store i64 3, ptr %retval, align 8
  br label %return

if.end8:                                          ; preds = %if.then6
  br label %if.end20

if.else:                                          ; preds = %if.end
  %25 = load ptr, ptr %from, align 8
  %nbytes = getelementptr inbounds nuw %struct.slot, ptr %25, i32 0, i32 2
  %26 = load i64, ptr %nbytes, align 8
  %27 = load ptr, ptr %m, align 8
  %count = getelementptr inbounds nuw %struct.message, ptr %27, i32 0, i32 4
  %28 = load i64, ptr %count, align 8
  %29 = load ptr, ptr %x.addr, align 8
  %itemsize = getelementptr inbounds nuw %struct.exchange, ptr %29, i32 0, i32 5
  %30 = load i64, ptr %itemsize, align 8
  %mul = mul nsw i64 %28, %30
  %cmp9 = icmp ne i64 %26, %mul
  br i1 %cmp9, label %if.then10, label %if.end12

if.then10:                                        ; preds = %if.else
  %31 = load ptr, ptr %x.addr, align 8
  %near11 = getelementptr inbounds nuw %struct.exchange, ptr %31, i32 0, i32 4
  %32 = load ptr, ptr %near11, align 8
  %truncated = getelementptr inbounds nuw %struct.window, ptr %32, i32 0, i32 3
  %33 = load i64, ptr %truncated, align 8
  %34 = load ptr, ptr %x.addr, align 8
  %fault = getelementptr inbounds nuw %struct.exchange, ptr %34, i32 0, i32 25
  store i64 %33, ptr %fault, align 8
  store i64 3, ptr %retval, align 8
  br label %return

if.end12:                                         ; preds = %if.else
  %35 = load i64, ptr %place, align 8
  %cmp13 = icmp eq i64 %35, -1
  br i1 %cmp13, label %cond.true, label %cond.false

cond.true:                                        ; preds = %if.end12
  %36 = load ptr, ptr %from, align 8
  %data14 = getelementptr inbounds nuw %struct.slot, ptr %36, i32 0, i32 4
  %arraydecay = getelementptr inbounds [32 x i8], ptr %data14, i64 0, i64 0
  br label %cond.end

cond.false:                                       ; preds = %if.end12
  %37 = load ptr, ptr %box, align 8
  %blocks = getelementptr inbounds nuw %struct.mailbox, ptr %37, i32 0, i32 1
  %38 = load ptr, ptr %blocks, align 8
  %39 = load i64, ptr %place, align 8
  %40 = load ptr, ptr %x.addr, align 8
  %near15 = getelementptr inbounds nuw %struct.exchange, ptr %40, i32 0, i32 4
  %41 = load ptr, ptr %near15, align 8
  %block_bytes = getelementptr inbounds nuw %struct.window, ptr %41, i32 0, i32 2
  %42 = load i64, ptr %block_bytes, align 8
  %mul16 = mul nsw i64 %39, %42
  %add.ptr17 = getelementptr inbounds i8, ptr %38, i64 %mul16
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %arraydecay, %cond.true ], [ %add.ptr17, %cond.false ]
  store ptr %cond, ptr %data, align 8
  %43 = load ptr, ptr %x.addr, align 8
  %44 = load ptr, ptr %m, align 8
  %call18 = call ptr @address_of(ptr %43, ptr %44)
  %45 = load ptr, ptr %data, align 8
  %46 = load ptr, ptr %from, align 8
  %nbytes19 = getelementptr inbounds nuw %struct.slot, ptr %46, i32 0, i32 2
  %47 = load i64, ptr %nbytes19, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call18, ptr align 1 %45, i64 %47, i1 false)
  br label %if.end20

if.end20:                                         ; preds = %cond.end, %if.end8
  %48 = load ptr, ptr %from, align 8
  %read = getelementptr inbounds nuw %struct.slot, ptr %48, i32 0, i32 1
  %49 = load ptr, ptr %x.addr, align 8
  %number21 = getelementptr inbounds nuw %struct.exchange, ptr %49, i32 0, i32 24
  %50 = load i64, ptr %number21, align 8
  store i64 %50, ptr %.atomictmp, align 8
  %51 = load i64, ptr %.atomictmp, align 8
  store atomic i64 %51, ptr %read release, align 8
  %52 = load i64, ptr %place, align 8
  %cmp22 = icmp eq i64 %52, -2
  %53 = zext i1 %cmp22 to i64
  %cond23 = select i1 %cmp22, i32 -2, i32 0
  %conv = sext i32 %cond23 to i64
  store i64 %conv, ptr %retval, align 8
  br label %return

return:                                           ; preds = %if.end20, %if.then10, %if.then7, %if.then
  %54 = load i64, ptr %retval, align 8
  ret i64 %54
}

define internal ptr @address_of(ptr %x, ptr %m) {
entry:
  %x.addr = alloca ptr, align 8
  %m.addr = alloca ptr, align 8
  store ptr %x, ptr %x.addr, align 8
  store ptr %m, ptr %m.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %memory = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 18
  %1 = load ptr, ptr %m.addr, align 8
  %memory1 = getelementptr inbounds nuw %struct.message, ptr %1, i32 0, i32 2
  %2 = load i64, ptr %memory1, align 8
  %arrayidx = getelementptr inbounds [3 x ptr], ptr %memory, i64 0, i64 %2
  %3 = load ptr, ptr %arrayidx, align 8
  %4 = load ptr, ptr %m.addr, align 8
  %offset = getelementptr inbounds nuw %struct.message, ptr %4, i32 0, i32 3
  %5 = load i64, ptr %offset, align 8
  %add.ptr = getelementptr inbounds i8, ptr %3, i64 %5
  ret ptr %add.ptr
}

define internal i64 @start_by_mpi(ptr %x, i64 %i) {
entry:
  %x.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  %m = alloca ptr, align 8
  %start = alloca ptr, align 8
  %tag = alloca i64, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %messages = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 13
  %1 = load ptr, ptr %messages, align 8
  %2 = load i64, ptr %i.addr, align 8
  %add.ptr = getelementptr inbounds %struct.message, ptr %1, i64 %2
  store ptr %add.ptr, ptr %m, align 8
  %3 = load ptr, ptr %m, align 8
  %is_sent = getelementptr inbounds nuw %struct.message, ptr %3, i32 0, i32 0
  %4 = load i64, ptr %is_sent, align 8
  %tobool = icmp ne i64 %4, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %5 = load ptr, ptr %x.addr, align 8
  %mpi = getelementptr inbounds nuw %struct.exchange, ptr %5, i32 0, i32 0
  %6 = load ptr, ptr %mpi, align 8
  %send = getelementptr inbounds nuw %struct.library, ptr %6, i32 0, i32 0
  %7 = load ptr, ptr %send, align 8
  br label %cond.end

cond.false:                                       ; preds = %entry
  %8 = load ptr, ptr %x.addr, align 8
  %mpi1 = getelementptr inbounds nuw %struct.exchange, ptr %8, i32 0, i32 0
  %9 = load ptr, ptr %mpi1, align 8
  %receive = getelementptr inbounds nuw %struct.library, ptr %9, i32 0, i32 1
  %10 = load ptr, ptr %receive, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %7, %cond.true ], [ %10, %cond.false ]
  store ptr %cond, ptr %start, align 8
  %11 = load ptr, ptr %x.addr, align 8
  %number = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 24
  %12 = load i64, ptr %number, align 8
  %and = and i64 %12, 16383
  %add = add i64 1, %and
  store i64 %add, ptr %tag, align 8
  %13 = load ptr, ptr %x.addr, align 8
  %requests = getelementptr inbounds nuw %struct.exchange, ptr %13, i32 0, i32 19
  %14 = load ptr, ptr %requests, align 8
  %15 = load i64, ptr %i.addr, align 8
  %arrayidx = getelementptr inbounds i64, ptr %14, i64 %15
  store i64 0, ptr %arrayidx, align 8
  %16 = load ptr, ptr %start, align 8
  %17 = load ptr, ptr %x.addr, align 8
  %18 = load ptr, ptr %m, align 8
  %call = call ptr @address_of(ptr %17, ptr %18)
  %19 = ptrtoint ptr %call to i64
  %20 = load ptr, ptr %m, align 8
  %count = getelementptr inbounds nuw %struct.message, ptr %20, i32 0, i32 4
  %21 = load i64, ptr %count, align 8
  %22 = load ptr, ptr %x.addr, align 8
  %type = getelementptr inbounds nuw %struct.exchange, ptr %22, i32 0, i32 1
  %23 = load i64, ptr %type, align 8
  %24 = load ptr, ptr %m, align 8
  %peer = getelementptr inbounds nuw %struct.message, ptr %24, i32 0, i32 1
  %25 = load i64, ptr %peer, align 8
  %26 = load i64, ptr %tag, align 8
  %27 = load ptr, ptr %x.addr, align 8
  %comm = getelementptr inbounds nuw %struct.exchange, ptr %27, i32 0, i32 2
  %28 = load i64, ptr %comm, align 8
  %29 = load ptr, ptr %x.addr, align 8
  %requests2 = getelementptr inbounds nuw %struct.exchange, ptr %29, i32 0, i32 19
  %30 = load ptr, ptr %requests2, align 8
  %31 = load i64, ptr %i.addr, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %30, i64 %31
  %32 = ptrtoint ptr %arrayidx3 to i64
  %call4 = call i32 %16(i64 %19, i64 %21, i64 %23, i64 %25, i64 %26, i64 %28, i64 %32, i64 0)
  %conv = sext i32 %call4 to i64
  %33 = load ptr, ptr %x.addr, align 8
  %fault = getelementptr inbounds nuw %struct.exchange, ptr %33, i32 0, i32 25
  store i64 %conv, ptr %fault, align 8
  %34 = load ptr, ptr %x.addr, align 8
  %fault5 = getelementptr inbounds nuw %struct.exchange, ptr %34, i32 0, i32 25
  %35 = load i64, ptr %fault5, align 8
  %tobool6 = icmp ne i64 %35, 0
  %36 = zext i1 %tobool6 to i64
  %cond7 = select i1 %tobool6, i32 3, i32 0
  %conv8 = sext i32 %cond7 to i64
  ret i64 %conv8
}
